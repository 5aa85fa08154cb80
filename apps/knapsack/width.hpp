// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Chooses, at run time, the code compiled for the width of the core at hand.

#pragma once

#include <cstddef>
#include <string>
#include <type_traits>

#include "../skua/error.hpp"
#include "core.hpp"

namespace apps::knapsack {

inline constexpr int most_changes = 4096;

template <std::size_t Words>
using width = std::integral_constant<std::size_t, Words>;

/// Calls `body(width<Words>{})` with the narrowest of the compiled widths that holds the changes.
/// Throws input_error if there are too many.
template <typename Body>
auto with_width(core const& of, std::string const& name, Body&& body) {
  auto const size = of.size();
  if (size <= 64) return body(width<1>{});
  if (size <= 256) return body(width<4>{});
  if (size <= 1024) return body(width<16>{});
  if (size <= most_changes) return body(width<most_changes / 64>{});
  throw input_error(name + ": expected an instance with at most " + std::to_string(most_changes) +
                    " items that matter, found " + std::to_string(size));
}

}  // namespace apps::knapsack
