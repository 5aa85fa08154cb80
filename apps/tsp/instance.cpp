// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "instance.hpp"

namespace apps::tsp {

length instance::sum_of_distances() const {
  length sum = 0;
  for (int a = 0; a < size_; ++a) {
    for (int b = 0; b < a; ++b) sum += distance(a, b);
  }
  return sum;
}

length tour_length(instance const& in, std::vector<int> const& tour) {
  if (tour.size() != static_cast<std::size_t>(in.size())) return -1;
  std::vector<bool> visited(tour.size());
  length sum = 0;
  for (std::size_t i = 0; i < tour.size(); ++i) {
    int const here = tour[i];
    if (here < 0 || here >= in.size() || visited[static_cast<std::size_t>(here)]) return -1;
    visited[static_cast<std::size_t>(here)] = true;
    sum += in.distance(here, tour[(i + 1) % tour.size()]);
  }
  return sum;
}

}  // namespace apps::tsp
