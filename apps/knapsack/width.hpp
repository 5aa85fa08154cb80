// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Chooses at run time the code compiled for the width of a core.

#pragma once

#include <cstddef>
#include <string>
#include <type_traits>

#include "../skua/error.hpp"
#include "core.hpp"

namespace apps::knapsack {

inline constexpr int max_changes = 4096;

template <std::size_t Words>
using width = std::integral_constant<std::size_t, Words>;

/// Calls `body(width<Words>{})` with the narrowest of the compiled widths that holds the changes.
/// Throws input_error if there are too many changes.
template <typename Body>
auto with_width(core const& reduced, std::string const& name, Body&& body) {
  auto const size = reduced.size();
  if (size <= 64) return body(width<1>{});
  if (size <= 256) return body(width<4>{});
  if (size <= 1024) return body(width<16>{});
  if (size <= max_changes) return body(width<max_changes / 64>{});
  throw input_error(name + ": expected an instance with at most " + std::to_string(max_changes) +
                    " items that matter, found " + std::to_string(size));
}

}  // namespace apps::knapsack
