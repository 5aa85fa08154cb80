// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The search tree of subgraph isomorphism: backtracking over domains, the core of the Glasgow
// solver (McCreesh, Prosser and Trimble, 2020) without its supplemental graphs, its all-different
// propagation, its restarts and its nogoods.
//
// A node gives images to some pattern vertices and keeps for each other one the set of images that
// are left. Its children are the values of the vertex with the fewest; a child in which some vertex
// has none left is not made.

#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "../clique/bits.hpp"
#include "lad.hpp"

namespace apps::sip {

/// What to look for.
struct wish {
  bool induced = false;  ///< vertices that are not joined must have images that are not joined
};

/// Whether `images` (by pattern vertex) differ and keep edges, and non-edges if `induced`. The
/// check of an answer, independent of the search.
bool is_embedding(graph const& pattern, graph const& target, std::vector<int> const& images, bool induced);

/// By vertex: the degrees of its neighbours, falling.
std::vector<std::vector<int>> neighbour_degrees(graph const& of);

template <std::size_t Words>
class problem {
 public:
  using set = clique::bits<Words>;

  /// Travels as it is; its vectors keep their memory when it is written again.
  struct node {
    std::vector<set> domains;          ///< by pattern vertex; of no meaning for those that have an image
    std::vector<std::int16_t> images;  ///< by pattern vertex, in the target's numbers of the search; -1: none yet
    std::int32_t assigned = 0;
  };

  class children_type {
   public:
    children_type(problem const& of, node const& parent) : of_(&of), parent_(&parent), vertex_(of.narrowest(parent)) {
      if (vertex_ >= 0) values_ = parent.domains[at(vertex_)];
    }

    bool next(node& child) {
      if (vertex_ < 0) return false;
      for (; word_ < Words; ++word_) {
        while (values_.word[word_] != 0) {
          int const value = static_cast<int>(word_ * 64) + std::countr_zero(values_.word[word_]);
          values_.word[word_] &= values_.word[word_] - 1;
          if (of_->assign(*parent_, vertex_, value, child)) return true;
        }
      }
      return false;
    }

   private:
    problem const* of_;
    node const* parent_;
    int vertex_;
    std::size_t word_ = 0;
    set values_{};
  };

  problem() = default;
  problem(graph const& pattern, graph const& target, wish const& what)
      : pattern_(pattern), induced_(what.induced), original_(static_cast<std::size_t>(target.order())) {
    // Values are tried in the order of their numbers: those of high degree first.
    std::iota(original_.begin(), original_.end(), 0);
    std::sort(original_.begin(), original_.end(), [&](int a, int b) {
      return target.degree(a) != target.degree(b) ? target.degree(a) > target.degree(b) : a < b;
    });
    rows_.assign(original_.size(), set::none());
    others_.assign(original_.size(), set::none());
    for (int a = 0; a < target.order(); ++a) {
      for (int b = 0; b < target.order(); ++b) {
        if (a == b) continue;
        auto& row = target.adjacent(original_[at(a)], original_[at(b)]) ? rows_[at(a)] : others_[at(a)];
        row.insert(b);
      }
    }
    if (!induced_) {  // whatever is not the value itself
      for (std::size_t a = 0; a < rows_.size(); ++a) {
        for (std::size_t w = 0; w < Words; ++w) others_[a].word[w] |= rows_[a].word[w];
      }
    }
    filter(target);
  }

  node root() const { return {domains_, std::vector<std::int16_t>(domains_.size(), -1), 0}; }
  children_type children(node const& n) const { return {*this, n}; }

  bool complete(node const& n) const { return n.assigned == pattern_.order(); }
  /// For counting: 1 for a complete map.
  std::uint64_t value(node const& n) const { return complete(n) ? 1 : 0; }
  /// For decision: there is an embedding if this reaches target_objective().
  std::int32_t objective(node const& n) const { return n.assigned; }
  std::int32_t target_objective() const { return pattern_.order(); }

  /// Of a node from a file: whether its images, assigned again from the root, lead to an equal
  /// node.
  bool valid(node const& n) const {
    node current = root();
    if (n.images.size() != current.images.size() || n.domains.size() != current.domains.size()) return false;
    if (n.assigned < 0 || n.assigned > pattern_.order()) return false;
    while (current.assigned < n.assigned) {
      auto const vertex = at(narrowest(current));  // there is one: some vertex has no image
      int const image = n.images[vertex];
      bool const in_target = image >= 0 && image < static_cast<int>(original_.size());
      if (!in_target || !current.domains[vertex].contains(image)) return false;
      node child;
      if (!assign(current, static_cast<int>(vertex), image, child)) return false;
      current = std::move(child);
    }
    if (current.images != n.images) return false;
    for (std::size_t vertex = 0; vertex < current.images.size(); ++vertex) {
      if (current.images[vertex] < 0 && current.domains[vertex] != n.domains[vertex]) return false;
    }
    return true;
  }

  /// The images of a complete node, numbered as in the target.
  std::vector<int> images(node const& n) const {
    std::vector<int> result;
    for (auto const image : n.images) result.push_back(original_[at(image)]);
    return result;
  }

  /// How a problem travels to another place.
  template <typename Archive>
  void serialize(Archive& archive) {
    archive(pattern_, induced_, original_, rows_, others_, domains_, degrees_);
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  /// A value must have the degree of the vertex at least, and neighbours of the degrees that the
  /// vertex's neighbours have.
  void filter(graph const& target) {
    auto const wanted = neighbour_degrees(pattern_);
    auto const offered = neighbour_degrees(target);
    for (auto const& degrees : wanted) {
      degrees_.push_back(static_cast<int>(degrees.size()));
      domains_.push_back(set::none());
      for (std::size_t value = 0; value < original_.size(); ++value) {
        auto const& there = offered[at(original_[value])];
        if (there.size() < degrees.size() || wanted.size() > offered.size()) continue;
        if (std::equal(degrees.begin(), degrees.end(), there.begin(), [](int a, int b) { return a <= b; })) {
          domains_.back().insert(static_cast<int>(value));
        }
      }
    }
  }

  /// The vertex without an image that has the fewest values left, of equal ones that of highest
  /// degree; -1 if all have images.
  int narrowest(node const& n) const {
    int best = -1;
    int fewest = 0;
    for (int vertex = 0; vertex < pattern_.order(); ++vertex) {
      if (n.images[at(vertex)] >= 0) continue;
      int const size = n.domains[at(vertex)].size();
      if (best < 0 || size < fewest || (size == fewest && degrees_[at(vertex)] > degrees_[at(best)])) {
        best = vertex;
        fewest = size;
      }
    }
    return best;
  }

  /// `to` becomes `from` with an image for one more vertex, and what follows for the others'
  /// domains. False if one of them is empty then: `to` is of no meaning.
  bool assign(node const& from, int vertex, int value, node& to) const {
    auto const order = domains_.size();
    to.domains.resize(order);
    auto const& joined = rows_[at(value)];
    auto const& apart = others_[at(value)];
    for (std::size_t other = 0; other < order; ++other) {
      if (from.images[other] >= 0 || other == at(vertex)) continue;
      auto& left = to.domains[other];
      left = from.domains[other] & (pattern_.adjacent(vertex, static_cast<int>(other)) ? joined : apart);
      if (left.empty()) return false;
    }
    to.images = from.images;
    to.images[at(vertex)] = static_cast<std::int16_t>(value);
    to.assigned = from.assigned + 1;
    return true;
  }

  graph pattern_;
  bool induced_ = false;
  std::vector<int> original_;  ///< by value: the vertex of the target
  std::vector<set> rows_;      ///< by value: where neighbours may go
  std::vector<set> others_;    ///< by value: where the others may go
  std::vector<set> domains_;   ///< of the root
  std::vector<int> degrees_;   ///< by pattern vertex
};

}  // namespace apps::sip
