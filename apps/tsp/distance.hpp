// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The distance of two cities, as TSPLIB defines it for each type of edge weight.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace apps::tsp {

struct point {
  double x;  ///< GEO: latitude as degrees.minutes
  double y;  ///< GEO: longitude
};

using distance_function = double (*)(point const&, point const&);

/// The function for an EDGE_WEIGHT_TYPE with coordinates, or null. Its values are whole numbers.
distance_function distance_of_type(std::string_view type);

}  // namespace apps::tsp
