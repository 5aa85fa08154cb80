// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The flag that stops the running search of this process.
#pragma once

#include <atomic>

namespace apps {

/// For search::options::stop. Ctrl-C and stop_search set it.
extern std::atomic<bool> search_is_stopped;

/// Stops the running search as the first Ctrl-C does. Call it at the place that began the search.
void stop_search() noexcept;

}  // namespace apps
