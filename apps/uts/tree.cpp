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

tree::tree(parameters const& tree_parameters) : parameters_(tree_parameters) {
  root_children_ = static_cast<int>(tree_parameters.branching);
  shift_depth_ = tree_parameters.shift * tree_parameters.depth;
  int const last_level =
      tree_parameters.shape == tree_shape::cyclic ? 5 * tree_parameters.depth + 1 : tree_parameters.depth;
  // The nodes of that level have no children, unless they are binomial.
  bool const ends_there = tree_parameters.type == tree_type::geometric ||
                          (tree_parameters.type == tree_type::hybrid && shift_depth_ > last_level);
  if (tree_parameters.type == tree_type::balanced) largest_depth_ = tree_parameters.depth;
  if (ends_there && tree_parameters.shape != tree_shape::expdec) largest_depth_ = last_level;
  int const levels =
      tree_parameters.shape == tree_shape::expdec ? deepest_table : std::min(last_level + 1, deepest_table);
  for (int depth = 0; depth < levels; ++depth) log_of_failure_.push_back(log_of_failure_at(depth));
}

double tree::log_of_failure_at(int depth) const {
  double const base = parameters_.branching;
  double expected = base;
  if (depth > 0) {
    switch (parameters_.shape) {
      case tree_shape::linear:
        expected = base * (1 - depth / static_cast<double>(parameters_.depth));
        break;
      case tree_shape::expdec:
        expected = base * std::pow(depth, -std::log(base) / std::log(parameters_.depth));
        break;
      case tree_shape::cyclic:
        // Five periods, then nothing. Pi as UTS writes it: one more digit would make another tree.
        expected = depth > 5 * parameters_.depth
                       ? 0
                       : std::pow(base, std::sin(2.0 * 3.141592653589793 * depth / parameters_.depth));
        break;
      case tree_shape::fixed:
        expected = depth < parameters_.depth ? base : 0;
        break;
    }
  }
  // If no child is expected, this is the logarithm of 0: minus infinity, and every node has 0
  // children.
  double const probability = 1 / (1 + expected);
  return std::log(1 - probability);
}

}  // namespace apps::uts
