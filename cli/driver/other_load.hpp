// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How much of the machine other programs use while a computation runs.

#pragma once

#include <optional>

namespace apps {

/// Times of the processors of this host, in seconds, from /proc/stat, and of this program.
struct processor_times {
  double total = 0;  ///< of all processors, idle or not
  double busy = 0;
  double own = 0;  ///< of the processes of this program
};

/// The times now; `own` is that of this process alone.
processor_times processor_times_now();

/// The share of the processors that other programs had between two times, 0 to 1. Empty if the
/// time was too short to say, or the system does not tell.
std::optional<double> other_load(processor_times const& begin, processor_times const& end);

}  // namespace apps
