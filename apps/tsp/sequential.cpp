// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The shortest tour as one would look for it without a library of tasks.

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

  void improve(partial_tour const& tour, length whole) {
    tour_ = tour;
    best_ = whole;
  }

 private:
  length best_ = std::numeric_limits<length>::max();
  partial_tour tour_{};
};

}  // namespace

answer search_sequential(instance const& in) {
  problem const of(in);
  plain_incumbent best;
  depth_first<plain_incumbent> engine(of, best);
  answer found;
  found.nodes = engine.search(partial_tour::start(in.size()));
  found.tour = best.tour().cities();
  found.tour_length = best.best();
  return found;
}

}  // namespace apps::tsp
