// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Trees of known size: the named ones, and others that were published or counted by independent
// programs.

#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "tree.hpp"

namespace apps::uts {

struct known_tree {
  std::string_view name;  ///< empty for a tree without a name
  parameters tree_parameters;
  totals answer;
  bool only_nodes = false;  ///< leaves and depth were not published
};

std::span<known_tree const> known_trees();

/// The tree called `name`; throws input_error that lists the names.
known_tree const& named_tree(std::string_view name);

/// The known answer for these parameters, or null.
known_tree const* find_known(parameters const& tree_parameters);

}  // namespace apps::uts
