// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Instances from a definition.

#pragma once

#include <cstdint>

#include "problem.hpp"

namespace apps::tsp {

/// The seed of the published instances.
inline constexpr std::int64_t usual_seed = 1337;

/// The random instance of Posner and Fohry (2018): distances 1 to 9 from the generator of
/// java.util.Random, pair after pair, row by row.
instance random_instance(int size, std::int64_t seed);

}  // namespace apps::tsp
