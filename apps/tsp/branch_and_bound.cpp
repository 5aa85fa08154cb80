// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "branch_and_bound.hpp"

#include "../skua/saved_search.hpp"
#include "tour_search.hpp"

namespace apps::tsp {

proof search_by_engine(instance const& cities, search_request const& request) {
  auto optimum = minimise(tour_search(cities), request, tour_search::no_tour);
  proof result{take_outcome(optimum), {}, 0, optimum.bound};
  if (optimum) {
    result.tour = optimum.node->cities();
    result.tour_length = optimum.value;
  }
  return result;
}

}  // namespace apps::tsp
