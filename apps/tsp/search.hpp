// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The three ways to find a shortest tour.

#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "../common/app.hpp"
#include "../common/search_options.hpp"
#include "problem.hpp"

namespace apps::tsp {

struct answer {
  std::vector<int> tour;  ///< a shortest tour, or a tour that is short enough
  length tour_length = 0;
  std::uint64_t nodes = 0;  ///< of the search tree

  // Members of the parallel search. Each task is counted: those that ran and those that never
  // started add up to those spawned.
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
  bool watch = false;             ///< the first place looks for that tour at intervals, not the task that finds it
};

/// Branch and bound on the calling thread: the reference for the parallel search.
answer search_sequential(instance const& cities);

/// Branch and bound with tasks. Call inside `skua::run`.
answer search_parallel(instance const& cities, parallel_settings const& settings, common_options const& options);

/// The length of the shortest tour that a place knows; all its tasks read it at every node. Any
/// task may call best() at any time. It may return an older length, and the task then only prunes
/// less. The length never increases.
class place_bound {
 public:
  length best() const {
    return best_.load(std::memory_order_relaxed);  // relaxed: a hint, no other memory is read because of it
  }

  /// Returns false if that length, or a smaller one, was known.
  bool lower(length candidate) {
    length current = best();
    while (candidate < current) {
      if (best_.compare_exchange_weak(current, candidate, std::memory_order_relaxed)) return true;  // relaxed: as above
    }
    return false;
  }

 private:
  alignas(64) std::atomic<length> best_{std::numeric_limits<length>::max()};
};

/// The result of the search engine.
struct proof : search_outcome {
  std::vector<int> tour;  ///< the shortest tour found, proved to be optimal if complete; empty: none yet
  length tour_length = 0;
  length bound = 0;  ///< no tour is shorter; the length itself if complete
  bool short_enough = false;
};

/// Call inside a task. Stops soon after a tour of length `at_most` or less, if that is given.
[[nodiscard]] proof search_by_engine(instance const& cities, search_request const& request,
                                     std::optional<length> at_most);

}  // namespace apps::tsp
