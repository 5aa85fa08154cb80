// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.hpp"

#include <algorithm>
#include <cstdio>
#include <string>

#include "../common/error.hpp"

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

// The table of known answers, published with UTS 2.1 and in later studies, or counted
// independently.
namespace {

constexpr parameters geometric(tree_shape shape, int depth, double branching, std::uint32_t seed) {
  parameters tree_parameters;
  tree_parameters.type = tree_type::geometric;
  tree_parameters.shape = shape;
  tree_parameters.depth = depth;
  tree_parameters.branching = branching;
  tree_parameters.seed = seed;
  return tree_parameters;
}

constexpr parameters binomial(double branching, double probability, int children, std::uint32_t seed) {
  parameters tree_parameters;
  tree_parameters.type = tree_type::binomial;
  tree_parameters.branching = branching;
  tree_parameters.probability = probability;
  tree_parameters.children = children;
  tree_parameters.seed = seed;
  return tree_parameters;
}

constexpr parameters hybrid(tree_shape shape, int depth, double branching, double probability, int children,
                            std::uint32_t seed) {
  parameters tree_parameters = geometric(shape, depth, branching, seed);
  tree_parameters.type = tree_type::hybrid;
  tree_parameters.probability = probability;
  tree_parameters.children = children;
  return tree_parameters;
}

constexpr parameters balanced(int depth, double branching, std::uint32_t seed) {
  parameters tree_parameters;
  tree_parameters.type = tree_type::balanced;
  tree_parameters.depth = depth;
  tree_parameters.branching = branching;
  tree_parameters.seed = seed;
  return tree_parameters;
}

// Name, tree, {nodes, leaves, depth}.
constexpr known_tree table[] = {
    {"T1", geometric(tree_shape::fixed, 10, 4, 19), {4130071, 3305118, 10}},
    {"T2", geometric(tree_shape::cyclic, 16, 6, 502), {4117769, 2342762, 81}},
    {"T3", binomial(2000, 0.124875, 8, 42), {4112897, 3599034, 1572}},
    {"T4", hybrid(tree_shape::linear, 16, 6, 0.234375, 4, 1), {4132453, 3108986, 134}},
    {"T5", geometric(tree_shape::linear, 20, 4, 34), {4147582, 2181318, 20}},
    {"T1L", geometric(tree_shape::fixed, 13, 4, 29), {102181082, 81746377, 13}},
    {"T2L", geometric(tree_shape::cyclic, 23, 7, 220), {96793510, 53791152, 67}},
    {"T3L", binomial(2000, 0.200014, 5, 7), {111345631, 89076904, 17844}},
    {"T1XL", geometric(tree_shape::fixed, 15, 4, 29), {1635119272, 1308100063, 15}},
    {"T1XXL", geometric(tree_shape::fixed, 15, 4, 19), {4230646601, 3384495738, 15}},
    {"T3XXL", binomial(2000, 0.499995, 2, 316), {2793220501, 1396611250, 99049}},
    {"T2XXL", binomial(2000, 0.499999995, 2, 0), {10612052303, 5306027151, 216370}},
    {"T1WL", geometric(tree_shape::fixed, 18, 4, 19), {270751679750, 216601257283, 18}},
    {"T2WL", binomial(2000, 0.4999999995, 2, 559), {295393891003, 147696946501, 1021239}},
    {"T3WL", binomial(2000, 0.4999995, 2, 559), {157063495159, 78531748579, 758577}},
    // Fixed branching 4 with seed 19, at other depths.
    {"", geometric(tree_shape::fixed, 1, 4, 19), {6, 5, 1}},
    {"", geometric(tree_shape::fixed, 2, 4, 19), {65, 59, 2}},
    {"", geometric(tree_shape::fixed, 3, 4, 19), {254, 201, 3}},
    {"", geometric(tree_shape::fixed, 4, 4, 19), {944, 744, 4}},
    {"", geometric(tree_shape::fixed, 5, 4, 19), {3987, 3232, 5}},
    {"", geometric(tree_shape::fixed, 6, 4, 19), {16000, 12839, 6}},
    {"", geometric(tree_shape::fixed, 7, 4, 19), {63914, 51124, 7}},
    {"", geometric(tree_shape::fixed, 8, 4, 19), {257042, 205878, 8}},
    {"", geometric(tree_shape::fixed, 9, 4, 19), {1031269, 825408, 9}},
    {"", geometric(tree_shape::fixed, 11, 4, 19), {16526523, 13221220, 11}},
    {"", geometric(tree_shape::fixed, 12, 4, 19), {66106929, 52886192, 12}},
    {"", geometric(tree_shape::fixed, 13, 4, 19), {264459392, 211575471, 13}},
    {"", geometric(tree_shape::fixed, 14, 4, 19), {1057675516, 846114111, 14}},
    {"", geometric(tree_shape::fixed, 16, 4, 19), {16922208327, 0, 0}, true},
    {"", geometric(tree_shape::fixed, 17, 4, 19), {67688164184, 0, 0}, true},
    {"", geometric(tree_shape::fixed, 19, 4, 19), {1083006612025, 0, 0}, true},
    // One or more of each type and shape.
    {"", geometric(tree_shape::expdec, 8, 4, 0), {12958, 6606, 26}},
    {"", geometric(tree_shape::expdec, 10, 3, 0), {10475, 5255, 29}},
    {"", geometric(tree_shape::cyclic, 6, 4, 0), {5675, 3345, 31}},
    {"", geometric(tree_shape::fixed, 5, 4, 0), {6650, 5359, 5}},
    {"", hybrid(tree_shape::linear, 8, 4, 0.234375, 4, 0), {8961, 6721, 68}},
    {"", geometric(tree_shape::expdec, 8, 4, 1), {3216, 1651, 24}},
    {"", geometric(tree_shape::linear, 8, 4, 1), {1938, 1126, 8}},
    {"", geometric(tree_shape::cyclic, 6, 4, 1), {1204, 699, 29}},
    {"", binomial(200, 0.124875, 8, 1), {6457, 5674, 58}},
    {"", hybrid(tree_shape::linear, 8, 4, 0.234375, 4, 1), {3443, 2575, 42}},
    {"", geometric(tree_shape::expdec, 10, 3, 2), {1, 1, 0}},
    {"", geometric(tree_shape::linear, 8, 4, 2), {1, 1, 0}},
    {"", geometric(tree_shape::fixed, 5, 4, 2), {1, 1, 0}},
    {"", binomial(200, 0.124875, 8, 2), {2409, 2132, 18}},
    {"", geometric(tree_shape::expdec, 8, 4, 3), {1, 1, 0}},
    {"", geometric(tree_shape::expdec, 10, 3, 3), {1, 1, 0}},
    {"", geometric(tree_shape::cyclic, 6, 4, 3), {1, 1, 0}},
    {"", geometric(tree_shape::fixed, 5, 4, 3), {1, 1, 0}},
    {"", hybrid(tree_shape::linear, 8, 4, 0.234375, 4, 3), {1, 1, 0}},
    {"", geometric(tree_shape::expdec, 8, 4, 19), {4792, 2451, 20}},
    {"", geometric(tree_shape::linear, 8, 4, 19), {3224, 1848, 8}},
    {"", geometric(tree_shape::cyclic, 6, 4, 19), {3850, 2284, 31}},
    {"", geometric(tree_shape::expdec, 20, 4, 19), {566201, 284697, 56}},
    {"", balanced(5, 3, 0), {364, 243, 5}},
    {"", balanced(10, 3, 0), {88573, 59049, 10}},
    // Binomial trees of other published studies.
    {"", binomial(2000, 0.499995, 2, 38), {4996491, 2499245, 3472}},
    {"", binomial(2000, 0.499995, 2, 30), {51747899, 25874949, 16604}},
    {"", binomial(2000, 0.499995, 2, 55), {514989317, 257495658, 53013}},
    {"", binomial(2000, 0.4999975, 2, 559), {52990562043, 26495282021, 448401}},
    {"", binomial(2000, 0.499999, 2, 559), {94795626943, 47397814471, 596616}},
};

}  // namespace

std::span<known_tree const> known_trees() { return table; }

known_tree const& named_tree(std::string_view name) {
  std::string names;
  for (auto const& entry : table) {
    if (entry.name.empty()) continue;
    if (entry.name == name) return entry;
    names += (names.empty() ? "" : ", ") + std::string(entry.name);
  }
  throw input_error("--tree: expected one of " + names + ", found " + std::string(name));
}

known_tree const* find_known(parameters const& tree_parameters) {
  for (auto const& entry : table) {
    if (entry.tree_parameters.same_tree(tree_parameters)) return &entry;
  }
  return nullptr;
}

}  // namespace apps::uts
