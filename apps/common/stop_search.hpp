// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The flag that stops the running search of this process, and the signals that set it.
#pragma once

#include <atomic>

namespace apps {

/// For search::options::stop. A signal and stop_search set it.
[[nodiscard]] std::atomic<bool> const& search_is_stopped() noexcept;

/// Stops the running search as the first Ctrl-C does. Call it at the place that began the search.
void stop_search() noexcept;

/// From now on the first SIGINT or SIGTERM stops the search instead of the program; the second ends
/// the program.
void stop_at_signals();
/// The search has ended: both signals have their usual effect again.
void end_at_signals() noexcept;
/// Whether a signal has stopped the search.
[[nodiscard]] bool stopped_by_signal() noexcept;

}  // namespace apps
