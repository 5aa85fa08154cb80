// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The trees of unbalanced tree search (Olivier et al., LCPC 2006), as defined by version 2.1 of its
// code.

#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sha1.hpp"

namespace apps::uts {

enum class tree_type { binomial, geometric, hybrid, balanced };
enum class tree_shape { linear, expdec, cyclic, fixed };

/// The parameters that determine the tree; the defaults are those of UTS. The comments give UTS's
/// option letters.
struct parameters {
  tree_type type = tree_type::geometric;  ///< -t
  tree_shape shape = tree_shape::linear;  ///< -a, of a geometric tree
  double branching = 4;                   ///< -b, at the root
  int depth = 6;                          ///< -d, of the geometric part
  int children = 4;                       ///< -m, of a binomial node that has any
  double probability = 15.0 / 64.0;       ///< -q, that a binomial node has children
  double shift = 0.5;                     ///< -f, fraction of the depth at which a hybrid tree becomes binomial
  std::uint32_t seed = 0;                 ///< -r
  int granularity = 1;                    ///< -g, hashes per node; does not change the tree

  /// The options of UTS that give this tree: "-t 1 -a 3 -d 10 -b 4 -r 19".
  std::string text() const;
  /// True if a binomial node has one child or more on average: such a tree is infinite with
  /// positive probability.
  bool likely_endless() const {
    return (type == tree_type::binomial || type == tree_type::hybrid) && probability * children >= 1;
  }
  /// True if both describe the same tree; parameters that the type does not use are ignored.
  bool same_tree(parameters const& other) const;
};

/// A node: its state of the random stream and its distance from the root. 24 bytes, trivially
/// copyable.
struct node {
  digest state;
  std::int32_t depth;

  /// 31 random bits.
  std::uint32_t random() const { return state.last & 0x7fffffff; }
};

/// The counts of a traversal.
struct totals {
  std::uint64_t nodes = 0;
  std::uint64_t leaves = 0;
  std::uint64_t depth = 0;

  friend bool operator==(totals const&, totals const&) = default;
};

/// A tree ready for a traversal: the parameters and the values that are computed once.
class tree {
 public:
  explicit tree(parameters const& tree_parameters);

  parameters const& tree_parameters() const { return parameters_; }
  node root() const { return {root_digest(parameters_.seed), 0}; }

  /// No node is deeper. 2^30 if the parameters do not bound the depth.
  std::int32_t largest_depth() const { return largest_depth_; }

  /// The number of children of a node: the random number decides, with a distribution that depends
  /// on the depth.
  int children(node const& n) const {
    switch (parameters_.type) {
      case tree_type::geometric:
        return geometric(n);
      case tree_type::binomial:
        return n.depth == 0 ? root_children_ : binomial(n);
      case tree_type::hybrid:
        return n.depth < shift_depth_ ? geometric(n) : binomial(n);
      case tree_type::balanced:
        break;
    }
    return n.depth < parameters_.depth ? root_children_ : 0;
  }

  /// Whether the children of a node need only be counted: they are on the last level and have none
  /// themselves, whatever their hashes are. With more than one hash per node all are made.
  bool has_only_leaves(node const& n) const { return n.depth + 1 == largest_depth_ && parameters_.granularity == 1; }

  /// Child `index` of a node.
  template <typename Hash>
  node child(node const& n, std::uint32_t index) const {
    node result{Hash::child(n.state, index), n.depth + 1};
    for (int repetition = 1; repetition < parameters_.granularity; ++repetition) {
      // More work per node, as in UTS. The barrier keeps the compiler from reusing the known
      // result.
      __asm__ volatile("" ::: "memory");
      result.state = Hash::child(n.state, index);
    }
    return result;
  }

 private:
  static constexpr int most_children = 100;  ///< of any node except a binomial root; UTS calls it MAXNUMCHILDREN

  int binomial(node const& n) const { return unit(n) < parameters_.probability ? parameters_.children : 0; }

  int geometric(node const& n) const {
    auto const depth = static_cast<std::size_t>(n.depth);
    double const divisor = depth < log_of_failure_.size() ? log_of_failure_[depth] : log_of_failure_at(n.depth);
    double const count = std::floor(std::log(1 - unit(n)) / divisor);
    return count < most_children ? static_cast<int>(count) : most_children;
  }

  /// The random number in [0, 1).
  static double unit(node const& n) { return n.random() / 2147483648.0; }

  /// log(1 - p), where a geometric node at this depth gets one more child with probability 1 - p.
  double log_of_failure_at(int depth) const;

  parameters parameters_;
  int root_children_ = 0;
  double shift_depth_ = 0;
  std::int32_t largest_depth_ = 1 << 30;
  std::vector<double> log_of_failure_;  ///< by depth, up to deepest_table
};

// Trees of known size: the named ones, and others that were published or counted by independent
// programs.

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
