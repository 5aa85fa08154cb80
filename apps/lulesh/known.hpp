// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Blasts with a known final energy at the origin.

#pragma once

namespace apps::lulesh {

struct known_blast {
  int edge;           ///< elements along an edge of the whole mesh
  int stopped_after;  ///< iterations; 0: at the stop time
  int iterations;     ///< the number of iterations until then
  double energy;      ///< at the origin, to six digits after the first
};

/// The entry for these numbers, or null.
[[nodiscard]] known_blast const* find_known(int edge, int stopped_after) noexcept;

}  // namespace apps::lulesh
