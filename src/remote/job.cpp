// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "remote/job.hpp"

namespace skua::remote {

bool job::can_be_dismissed() const noexcept {
  // sync: RUNS <-> run_count
  return maker.is_this() && sched::self() == nullptr && runs.load(std::memory_order_acquire) == 0;
}

}  // namespace skua::remote
