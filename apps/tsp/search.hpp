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
  std::vector<int> tour;  ///< a shortest one, or one that is short enough
  length tour_length = 0;
  std::uint64_t nodes = 0;  ///< of the search tree

  // Of the parallel search. Tasks are counted by themselves: those that ran and those that never
  // started add up to those spawned.
  bool cancelled = false;
  double seconds_to_stop = 0;  ///< from the tour found to the end, if cancelled
  std::uint64_t improvements = 0;
  std::uint64_t spawned = 0;
  std::uint64_t ran = 0;
  std::uint64_t never_started = 0;
};

/// What the parallel search is asked for.
struct wish {
  int cutoff = 0;                 ///< a task searches alone when it has so many cities left, or fewer
  std::optional<length> at_most;  ///< a tour of that length is good enough
};

/// Branch and bound on the calling thread: the yardstick.
answer search_sequential(instance const& in);

/// Branch and bound with tasks; to be called inside `skua::run`.
answer search_parallel(instance const& in, wish const& what, common_options const& options);

}  // namespace apps::tsp
