// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stop_search.hpp"

namespace apps {

std::atomic<bool> search_is_stopped{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets it");

void stop_search() noexcept {
  search_is_stopped.store(true, std::memory_order_relaxed);  // relaxed: no other memory is read because of it
}

}  // namespace apps
