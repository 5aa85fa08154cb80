// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Chooses at run time the code compiled for the width of a target graph.

#pragma once

#include <cstddef>
#include <type_traits>

#include "lad.hpp"

namespace apps::sip {

template <std::size_t Words>
using width = std::integral_constant<std::size_t, Words>;

/// Calls `body(width<Words>{})` with the narrowest of the compiled widths that holds the target.
template <typename Body>
auto with_width(graph const& target, Body&& body) {
  auto const words_needed = target.words();
  if (words_needed <= 1) return body(width<1>{});
  if (words_needed <= 4) return body(width<4>{});
  if (words_needed <= 16) return body(width<16>{});
  return body(width<max_vertices / 64>{});
}

}  // namespace apps::sip
