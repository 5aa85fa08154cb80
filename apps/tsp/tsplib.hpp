// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reads instances in the format of TSPLIB (Reinelt, 1991).

#pragma once

#include <iosfwd>
#include <string>

#include "instance.hpp"

namespace apps::tsp {

/// Symmetric problems of 3 to max_cities cities: EDGE_WEIGHT_TYPE EUC_2D, CEIL_2D, ATT, GEO, or
/// EXPLICIT as FULL_MATRIX or any triangle by rows or columns, with or without diagonal. Throws
/// input_error that names file and line.
instance read_tsplib(std::istream& input, std::string const& file);

/// The same for a file by name.
instance read_tsplib(std::string const& file);

}  // namespace apps::tsp
