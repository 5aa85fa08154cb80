// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Known lengths of shortest tours, and the check of a tour from the distances alone.

#pragma once

#include <optional>
#include <vector>

#include "../common/certificate.hpp"
#include "problem.hpp"

namespace apps::tsp {

/// The length of a shortest tour, if name, size and distances are those of a known instance.
std::optional<length> known_optimum(instance const& cities);

/// The length of the optimum by dynamic programming over subsets (Bellman 1962, Held and Karp
/// 1962): time 2^n n^2, memory 2^n n. For size() <= largest_table.
length table_optimum(instance const& cities);
inline constexpr int largest_table = 18;

/// Checks that `tour`, cities counted from 1, visits each city once and has that length when it is
/// closed.
certificate certify(instance const& cities, std::vector<int> const& tour, length claimed);

}  // namespace apps::tsp
