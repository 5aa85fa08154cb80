// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The two ways to find a shortest tour.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "../skua/app.hpp"
#include "instance.hpp"

namespace apps::tsp {

struct answer {
  std::vector<int> tour;  ///< a shortest tour, or a tour that is short enough
  length tour_length = 0;
  std::uint64_t nodes = 0;  ///< of the search tree

  // Of the parallel search. Each task is counted: those that ran and those that never started add
  // up to those spawned.
  bool cancelled = false;
  double seconds_to_stop = 0;  ///< from the moment the tour was found to the end, if cancelled
  std::uint64_t improvements = 0;
  std::uint64_t spawned = 0;
  std::uint64_t ran = 0;
  std::uint64_t never_started = 0;
};

/// The settings of the parallel search.
struct parallel_settings {
  int cutoff = 0;                 ///< a task searches alone when it has this many cities left, or fewer
  std::optional<length> at_most;  ///< stop at a tour of that length or a shorter one
};

/// Branch and bound on the calling thread: the reference for the parallel search.
answer search_sequential(instance const& cities);

/// Branch and bound with tasks. Call inside `skua::run`.
answer search_parallel(instance const& cities, parallel_settings const& settings, common_options const& options);

}  // namespace apps::tsp
