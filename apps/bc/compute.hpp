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

/// Which graph: graph::rmat of these.
struct parameters {
  int scale = 12;
  std::uint64_t seed = 2;
};

struct answer {
  std::vector<double> scores;  ///< by vertex
  tally counted;
  std::size_t edges = 0;
  std::uint64_t tasks = 0;
};

/// One source after the other: the yardstick.
answer compute_sequential(parameters const& what);

/// In tasks of up to `bundle` sources, placed evenly over all places; to be called inside
/// `skua::run`.
answer compute_parallel(parameters const& what, int bundle, common_options const& options);

}  // namespace apps::bc
