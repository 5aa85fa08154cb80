// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tree.hpp"

#include <algorithm>
#include <cstdio>

namespace apps::uts {
namespace {

constexpr int deepest_table = 4096;

bool has_geometric_part(tree_type type) { return type == tree_type::geometric || type == tree_type::hybrid; }
bool has_binomial_part(tree_type type) { return type == tree_type::binomial || type == tree_type::hybrid; }

}  // namespace

std::string parameters::text() const {
  char buffer[160];
  auto result = "-t " + std::to_string(static_cast<int>(type));
  auto const add = [&](char const* pattern, auto value) {
    std::snprintf(buffer, sizeof buffer, pattern, value);
    result += buffer;
  };
  if (has_geometric_part(type)) add(" -a %d", static_cast<int>(shape));
  if (type != tree_type::binomial) add(" -d %d", depth);
  add(" -b %.15g", branching);
  if (has_binomial_part(type)) {
    add(" -q %.15g", probability);
    add(" -m %d", children);
  }
  if (type == tree_type::hybrid) add(" -f %.15g", shift);
  add(" -r %u", seed);
  if (granularity > 1) add(" -g %d", granularity);
  return result;
}

bool parameters::same_tree(parameters const& other) const {
  if (type != other.type || branching != other.branching || seed != other.seed) return false;
  if (type != tree_type::binomial && depth != other.depth) return false;
  if (has_geometric_part(type) && shape != other.shape) return false;
  if (has_binomial_part(type) && (probability != other.probability || children != other.children)) return false;
  return type != tree_type::hybrid || shift == other.shift;
}

tree::tree(parameters const& what) : what_(what) {
  root_children_ = static_cast<int>(what.branching);
  shift_depth_ = what.shift * what.depth;
  int const last_level = what.shape == tree_shape::cyclic ? 5 * what.depth + 1 : what.depth;
  // The nodes of that level have no children, unless they are binomial.
  bool const ends_there =
      what.type == tree_type::geometric || (what.type == tree_type::hybrid && shift_depth_ > last_level);
  if (what.type == tree_type::balanced) largest_depth_ = what.depth;
  if (ends_there && what.shape != tree_shape::expdec) largest_depth_ = last_level;
  int const levels = what.shape == tree_shape::expdec ? deepest_table : std::min(last_level + 1, deepest_table);
  for (int depth = 0; depth < levels; ++depth) log_of_failure_.push_back(log_of_failure_at(depth));
}

double tree::log_of_failure_at(int depth) const {
  double const base = what_.branching;
  double expected = base;
  if (depth > 0) {
    switch (what_.shape) {
      case tree_shape::linear:
        expected = base * (1 - depth / static_cast<double>(what_.depth));
        break;
      case tree_shape::expdec:
        expected = base * std::pow(depth, -std::log(base) / std::log(what_.depth));
        break;
      case tree_shape::cyclic:
        // Five periods, then nothing; pi as UTS writes it, since one more digit would make another
        // tree.
        expected =
            depth > 5 * what_.depth ? 0 : std::pow(base, std::sin(2.0 * 3.141592653589793 * depth / what_.depth));
        break;
      case tree_shape::fixed:
        expected = depth < what_.depth ? base : 0;
        break;
    }
  }
  // With no child expected this is the logarithm of 0: minus infinity, and every node has 0
  // children.
  double const probability = 1 / (1 + expected);
  return std::log(1 - probability);
}

}  // namespace apps::uts
