// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parallel searches: with one task per placement, and by the search engine.

#pragma once

#include <cstdint>
#include <optional>

#include "../common/app.hpp"
#include "../common/search_options.hpp"
#include "problem.hpp"

namespace apps::queens {

struct outcome {
  tally count;  ///< all solutions and nodes, or those found before the search was cancelled
  bool cancelled = false;
  double seconds_to_stop = 0;  ///< from the moment the limit was noticed to the end, if cancelled
  // Each task is counted: those that ran and those that never started add up to those spawned.
  std::uint64_t spawned = 0;
  std::uint64_t ran = 0;
  std::uint64_t never_started = 0;
};

/// One task per safe placement in the first `cutoff` rows; below them a task searches its subtree
/// itself. Stops soon after `limit` solutions were found, if there is a limit. Shows a progress
/// line while it runs. Call inside a task.
[[nodiscard]] outcome search_parallel(int size, int cutoff, std::optional<std::int64_t> limit,
                                      common_options const& options);

struct enumerated : search_outcome {
  tally count;  ///< of the whole tree, or of the part visited before the search was stopped
  bool limit_reached = false;
};

/// Call inside a task. The nodes of its statistics are the boards of the upper rows. Stops soon
/// after `limit` solutions were found, if there is a limit; those of a saved search count.
[[nodiscard]] enumerated search_by_engine(int size, search_request const& request, std::optional<std::int64_t> limit);

}  // namespace apps::queens
