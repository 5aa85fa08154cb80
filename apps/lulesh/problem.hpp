// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The Sedov blast: its parameters, its results, known ones, and the two programs that compute it.

#pragma once

#include <skua/reducer.hpp>

#include "domain.hpp"

namespace apps::lulesh {

inline constexpr int largest_size = 1000;

struct problem {
  int size = 20;       ///< elements along an edge of each place's domain
  int iterations = 0;  ///< stop after this many; 0: at the stop time
};

/// The difference between the blast and its mirror image: elements (i, j, 0) and (j, i, 0) of the
/// domain at the origin.
struct asymmetry {
  double largest = 0;   ///< greatest difference of energies
  double sum = 0;       ///< sum of the differences
  double relative = 0;  ///< greatest difference relative to the energy
};

struct answer {
  double origin_energy = 0;
  int iterations = 0;
  double time = 0;
  asymmetry mirrored;
};

/// The answer, from the domain at the origin after the last step.
[[nodiscard]] answer read_answer(domain const& d, int iterations, double time);

/// One domain at each place. The number of places must be a cube: 1, 8, 27, … Throws input_error
/// for other numbers.
/// `steps` counts the iterations that are done.
[[nodiscard]] answer solve_parallel(problem const& settings, skua::count steps = {});

/// The twin: plain loops over one domain with `across` times as many elements along an edge.
[[nodiscard]] answer solve_sequential(problem const& settings, int across);

/// The number with this cube, or 0.
[[nodiscard]] int cube_edge(int places) noexcept;

/// A blast with a known final energy at the origin.
struct known_blast {
  int edge;           ///< elements along an edge of the whole mesh
  int stopped_after;  ///< iterations; 0: at the stop time
  int iterations;     ///< the number of iterations until then
  double energy;      ///< at the origin, to six digits after the first
};

/// The entry for these numbers, or null.
[[nodiscard]] known_blast const* find_known(int edge, int stopped_after) noexcept;

}  // namespace apps::lulesh
