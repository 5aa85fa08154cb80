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

length tour_length(instance const& cities, std::vector<int> const& tour) {
  if (tour.size() != static_cast<std::size_t>(cities.size())) return -1;
  std::vector<bool> visited(tour.size());
  length sum = 0;
  for (std::size_t i = 0; i < tour.size(); ++i) {
    int const city = tour[i];
    if (city < 0 || city >= cities.size() || visited[static_cast<std::size_t>(city)]) return -1;
    visited[static_cast<std::size_t>(city)] = true;
    sum += cities.distance(city, tour[(i + 1) % tour.size()]);
  }
  return sum;
}

}  // namespace apps::tsp
