// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Depth-first branch and bound over partial tours: the sequential program, and the work of a task
// below the cutoff.

#pragma once

#include <cstdint>

#include "problem.hpp"

namespace apps::tsp {

/// `Incumbent` has `length best() const`, `void improve(partial_tour const&, length)` and `bool
/// stop() const`, which the search polls every nodes_between_polls nodes.
template <typename Incumbent>
class depth_first {
 public:
  depth_first(problem const& instance, Incumbent& incumbent) : problem_(instance), incumbent_(incumbent) {}

  /// Finds every tour shorter than the incumbent that begins like `tour`. Returns the number of
  /// nodes.
  std::uint64_t search(partial_tour tour) {
    tour_ = tour;
    nodes_ = 0;
    if (tour_.length_so_far < incumbent_.best()) visit();
    return nodes_;
  }

  /// The nodes of the current search so far.
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

 private:
  static constexpr std::uint64_t nodes_between_polls = 1024;

  /// Returns false if the search was stopped.
  bool visit() {
    if (++nodes_ % nodes_between_polls == 0 && incumbent_.stop()) return false;
    if (tour_.unvisited == 0) {
      length const closed_length = tour_.length_so_far + problem_.distance(tour_.last(), 0);
      if (closed_length < incumbent_.best()) incumbent_.improve(tour_, closed_length);
      return true;
    }
    if (problem_.bound(tour_) >= incumbent_.best()) return true;
    bool is_running = true;
    problem_.for_each_next(tour_, [&](int next, length distance) {
      if (tour_.length_so_far + distance >= incumbent_.best()) return false;
      tour_.go_to(next, distance);
      is_running = visit();
      tour_.go_back(distance);
      return is_running;
    });
    return is_running;
  }

  problem const& problem_;
  Incumbent& incumbent_;
  partial_tour tour_{};
  std::uint64_t nodes_ = 0;
};

}  // namespace apps::tsp
