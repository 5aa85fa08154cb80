// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Graphs with known exact counts.

#pragma once

#include <cstdint>
#include <optional>

#include "brandes.hpp"

namespace apps::bc {

/// The known counts of graph::rmat(scale, seed).
std::optional<tally> known_tally(int scale, std::uint64_t seed);

}  // namespace apps::bc
