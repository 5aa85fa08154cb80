// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Chooses, at run time, the code compiled for the width of the graph at hand.

#pragma once

#include <cstddef>
#include <type_traits>

#include "graph.hpp"

namespace apps::clique {

template <std::size_t Words>
using width = std::integral_constant<std::size_t, Words>;

/// Calls `body(width<Words>{})` with the narrowest of the compiled widths that holds the graph.
template <typename Body>
auto with_width(graph const& of, Body&& body) {
  auto const needed = of.words();
  // The odd ones are the widths of popular instances: 13 for 800 vertices, 17 for MANN_a45, 53 for
  // MANN_a81 and keller6.
  if (needed <= 1) return body(width<1>{});
  if (needed <= 2) return body(width<2>{});
  if (needed <= 4) return body(width<4>{});
  if (needed <= 6) return body(width<6>{});
  if (needed <= 8) return body(width<8>{});
  if (needed <= 13) return body(width<13>{});
  if (needed <= 17) return body(width<17>{});
  if (needed <= 32) return body(width<32>{});
  if (needed <= 53) return body(width<53>{});
  return body(width<most_vertices / 64>{});
}

/// The same with fewer widths, for what takes long to compile.
template <typename Body>
auto with_coarse_width(graph const& of, Body&& body) {
  auto const needed = of.words();
  if (needed <= 2) return body(width<2>{});
  if (needed <= 6) return body(width<6>{});
  if (needed <= 17) return body(width<17>{});
  if (needed <= 53) return body(width<53>{});
  return body(width<most_vertices / 64>{});
}

}  // namespace apps::clique
