// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Chooses at run time the code compiled for the width of a graph.

#pragma once

#include <cstddef>
#include <type_traits>

#include "graph.hpp"

namespace apps::clique {

template <std::size_t Words>
using width = std::integral_constant<std::size_t, Words>;

/// Calls `body(width<Words>{})` with the narrowest of the compiled widths that holds the graph.
template <typename Body>
auto with_width(graph const& input, Body&& body) {
  auto const words_needed = input.words();
  // The odd widths are those of popular instances: 13 for 800 vertices, 17 for MANN_a45, 53 for
  // MANN_a81 and keller6.
  if (words_needed <= 1) return body(width<1>{});
  if (words_needed <= 2) return body(width<2>{});
  if (words_needed <= 4) return body(width<4>{});
  if (words_needed <= 6) return body(width<6>{});
  if (words_needed <= 8) return body(width<8>{});
  if (words_needed <= 13) return body(width<13>{});
  if (words_needed <= 17) return body(width<17>{});
  if (words_needed <= 32) return body(width<32>{});
  if (words_needed <= 53) return body(width<53>{});
  return body(width<max_vertices / 64>{});
}

/// The same with fewer widths, for code that compiles slowly.
template <typename Body>
auto with_coarse_width(graph const& input, Body&& body) {
  auto const words_needed = input.words();
  if (words_needed <= 2) return body(width<2>{});
  if (words_needed <= 6) return body(width<6>{});
  if (words_needed <= 17) return body(width<17>{});
  if (words_needed <= 53) return body(width<53>{});
  return body(width<max_vertices / 64>{});
}

}  // namespace apps::clique
