// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "branch_and_bound.hpp"

#include "../skua/saved_search.hpp"
#include "tour_search.hpp"

namespace apps::tsp {

proof search_by_engine(instance const& in, search_request const& wanted) {
  auto found = minimise(tour_search(in), wanted, tour_search::no_tour);
  proof result{ended(found), {}, 0, found.bound};
  if (found) {
    result.tour = found.node->cities();
    result.tour_length = found.value;
  }
  return result;
}

}  // namespace apps::tsp
