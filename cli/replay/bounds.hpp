// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The results of a record without a simulation: the work, the span, and the critical path.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "record_file.hpp"

namespace apps::replay {

/// The part of the critical path that the tasks of one name compute.
struct path_share {
  std::string name;
  std::uint64_t time = 0;  ///< ns
};

struct bounds {
  std::uint64_t work = 0;        ///< ns, of all tasks together
  std::uint64_t span = 0;        ///< ns, with a worker for each task: no replay is shorter
  std::vector<path_share> path;  ///< the largest share first

  /// The largest number of workers that can be busy on average.
  [[nodiscard]] double parallelism() const {
    return span == 0 ? 1 : static_cast<double>(work) / static_cast<double>(span);
  }
};

/// Throws input_error if some task waits for ever: tasks wait for one another in a circle.
bounds bounds_of(record const& r, std::string const& file);
/// The time in ns of a run with `workers` workers if each finds the oldest ready task at once.
std::uint64_t ideal_time(record const& r, std::string const& file, int workers);

}  // namespace apps::replay
