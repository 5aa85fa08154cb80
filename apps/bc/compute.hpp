// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The two ways to compute all scores.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../skua/app.hpp"
#include "brandes.hpp"

namespace apps::bc {

/// The graph: the arguments of graph::rmat.
struct parameters {
  int scale = 12;
  std::uint64_t seed = 2;
};

struct answer {
  std::vector<double> scores;  ///< by vertex
  tally counts;
  std::size_t edges = 0;
  std::uint64_t tasks = 0;
};

/// One source after the other: the reference for the parallel computation.
answer compute_sequential(parameters const& settings);

/// In tasks of up to `bundle` sources, placed evenly over all places. Call inside `skua::run`.
answer compute_parallel(parameters const& settings, int bundle, common_options const& options);

}  // namespace apps::bc
