// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The shortest tour as a program without a task library searches it.

#include <limits>

#include "depth_first.hpp"
#include "search.hpp"

namespace apps::tsp {
namespace {

class plain_incumbent {
 public:
  length best() const { return best_; }
  bool stop() const { return false; }
  partial_tour const& tour() const { return tour_; }

  void improve(partial_tour const& tour, length closed_length) {
    tour_ = tour;
    best_ = closed_length;
  }

 private:
  length best_ = std::numeric_limits<length>::max();
  partial_tour tour_{};
};

}  // namespace

answer search_sequential(instance const& cities) {
  problem const instance_problem(cities);
  plain_incumbent best;
  depth_first<plain_incumbent> engine(instance_problem, best);
  answer result;
  result.nodes = engine.search(partial_tour::start(cities.size()));
  result.tour = best.tour().cities();
  result.tour_length = best.best();
  return result;
}

}  // namespace apps::tsp
