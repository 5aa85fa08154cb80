// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads instances in the format of TSPLIB (Reinelt, 1991).

#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include "problem.hpp"

namespace apps::tsp {

/// Symmetric problems of 3 to max_cities cities: EDGE_WEIGHT_TYPE EUC_2D, CEIL_2D, ATT, GEO, or
/// EXPLICIT as FULL_MATRIX or any triangle by rows or columns, with or without diagonal. Throws
/// input_error that names file and line.
instance read_tsplib(std::istream& input, std::string const& file);

/// Reads a file by name.
instance read_tsplib(std::string const& file);

// The distance of two cities, as TSPLIB defines it for each type of edge weight.

struct point {
  double x;  ///< GEO: latitude as degrees.minutes
  double y;  ///< GEO: longitude
};

using distance_function = double (*)(point const&, point const&);

/// The function for an EDGE_WEIGHT_TYPE with coordinates, or null. Its values are whole numbers.
distance_function distance_of_type(std::string_view type);

}  // namespace apps::tsp
