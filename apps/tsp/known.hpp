// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Instances with a known shortest tour.

#pragma once

#include <optional>

#include "instance.hpp"

namespace apps::tsp {

/// The length of a shortest tour, if name, size and distances are those of a known instance.
std::optional<length> known_optimum(instance const& cities);

/// The same by dynamic programming over subsets (Bellman 1962, Held and Karp 1962): time 2^n n^2,
/// memory 2^n n. For size() <= largest_table.
length table_optimum(instance const& cities);
inline constexpr int largest_table = 18;

}  // namespace apps::tsp
