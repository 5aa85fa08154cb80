// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The search tree of subgraph isomorphism: backtracking over domains, the core of the Glasgow
// solver (McCreesh, Prosser and Trimble, 2020) without its supplemental graphs, its all-different
// propagation, its restarts and its nogoods.
//
// A node gives images to some pattern vertices and has the domain, the set of remaining images, of
// each other vertex. Its children are the values of the vertex with the fewest. A child in which
// some vertex has no remaining image is not made.

#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "../clique/bits.hpp"
#include "problem.hpp"

namespace apps::sip {

/// The domains of a node, by pattern vertex. A copy of a node has none, and neither has a node that
/// was sent or saved: they are worked out again when its children are needed. They take (vertices
/// of the pattern) x (vertices of the target) bits, which is too much for each open node of a deep
/// search.
template <std::size_t Words>
struct domains_of_node {
  domains_of_node() = default;
  domains_of_node(domains_of_node const&) noexcept {}
  domains_of_node(domains_of_node&&) noexcept = default;
  domains_of_node& operator=(domains_of_node const&) noexcept {
    values.clear();
    return *this;
  }
  domains_of_node& operator=(domains_of_node&&) noexcept = default;
  ~domains_of_node() = default;

  mutable std::vector<clique::bits<Words>> values;  ///< empty: not worked out; unspecified for vertices with an image
};

template <std::size_t Words>
class problem {
 public:
  using set = clique::bits<Words>;

  /// Its vectors keep their memory when a node is overwritten.
  struct node {
    domains_of_node<Words> domains;
    std::vector<std::int16_t> images;  ///< by pattern vertex, in the target's numbers of the search; -1: none yet
    std::int32_t assigned = 0;

    template <typename Archive>
    void serialize(Archive& archive) {
      archive(images, assigned);
    }
  };

  class children_type {
   public:
    children_type(problem const& instance, node const& parent) : problem_(&instance), parent_(&parent) {
      instance.ensure_domains(parent);
      vertex_ = instance.narrowest(parent);
      if (vertex_ >= 0) values_ = parent.domains.values[at(vertex_)];
    }

    bool next(node& child) {
      if (vertex_ < 0) return false;
      for (; word_ < Words; ++word_) {
        while (values_.word[word_] != 0) {
          int const value = static_cast<int>(word_ * 64) + std::countr_zero(values_.word[word_]);
          values_.word[word_] &= values_.word[word_] - 1;
          if (problem_->assign(*parent_, vertex_, value, child)) return true;
        }
      }
      return false;
    }

   private:
    problem const* problem_;
    node const* parent_;
    int vertex_ = -1;
    std::size_t word_ = 0;
    set values_{};
  };

  problem() = default;
  problem(graph const& pattern, graph const& target, search_goal const& goal)
      : pattern_(pattern), induced_(goal.induced), original_(static_cast<std::size_t>(target.order())) {
    // Values are tried in the order of their numbers: high degrees first.
    std::iota(original_.begin(), original_.end(), 0);
    std::sort(original_.begin(), original_.end(), [&](int a, int b) {
      return target.degree(a) != target.degree(b) ? target.degree(a) > target.degree(b) : a < b;
    });
    rows_.assign(original_.size(), set::none());
    other_rows_.assign(original_.size(), set::none());
    for (int a = 0; a < target.order(); ++a) {
      for (int b = 0; b < target.order(); ++b) {
        if (a == b) continue;
        auto& row = target.adjacent(original_[at(a)], original_[at(b)]) ? rows_[at(a)] : other_rows_[at(a)];
        row.insert(b);
      }
    }
    if (!induced_) {  // all images except the value itself
      for (std::size_t a = 0; a < rows_.size(); ++a) {
        for (std::size_t w = 0; w < Words; ++w) other_rows_[a].word[w] |= rows_[a].word[w];
      }
    }
    filter(target);
  }

  node root() const { return {{}, std::vector<std::int16_t>(domains_.size(), -1), 0}; }
  children_type children(node const& n) const { return {*this, n}; }

  bool complete(node const& n) const { return n.assigned == pattern_.order(); }
  /// For counting: 1 for a complete map.
  std::uint64_t value(node const& n) const { return complete(n) ? 1 : 0; }
  /// For decision: there is an embedding if this reaches target_objective().
  std::int32_t objective(node const& n) const { return n.assigned; }
  std::int32_t target_objective() const { return pattern_.order(); }

  /// Checks a node from a file: assigns its images again from the root and compares the nodes.
  bool valid(node const& n) const {
    node current = root();
    ensure_domains(current);
    if (n.images.size() != current.images.size()) return false;
    if (n.assigned < 0 || n.assigned > pattern_.order()) return false;
    while (current.assigned < n.assigned) {
      auto const vertex = at(narrowest(current));  // there is one: some vertex has no image
      int const image = n.images[vertex];
      bool const in_target = image >= 0 && image < static_cast<int>(original_.size());
      if (!in_target || !current.domains.values[vertex].contains(image)) return false;
      node child;
      if (!assign(current, static_cast<int>(vertex), image, child)) return false;
      current = std::move(child);
    }
    return current.images == n.images;
  }

  /// The images of a complete node, numbered as in the target.
  std::vector<int> images(node const& n) const {
    std::vector<int> result;
    for (auto const image : n.images) result.push_back(original_[at(image)]);
    return result;
  }

  /// Serializes the problem, to send it to another place.
  template <typename Archive>
  void serialize(Archive& archive) {
    archive(pattern_, induced_, original_, rows_, other_rows_, domains_, degrees_);
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  /// A value needs at least the degree of the vertex, and neighbours with at least the degrees of
  /// the vertex's neighbours. If the vertex has a loop, so must the value; `induced` also the
  /// converse.
  void filter(graph const& target) {
    auto const required = neighbour_degrees(pattern_);
    auto const available = neighbour_degrees(target);
    for (auto const& degrees : required) {
      degrees_.push_back(static_cast<int>(degrees.size()));
      domains_.push_back(set::none());
      for (std::size_t value = 0; value < original_.size(); ++value) {
        int const image = original_[value];
        int const vertex = static_cast<int>(domains_.size()) - 1;
        bool const is_loop = pattern_.adjacent(vertex, vertex);
        if (is_loop != target.adjacent(image, image) && (is_loop || induced_)) continue;
        auto const& target_degrees = available[at(image)];
        if (target_degrees.size() < degrees.size() || required.size() > available.size()) continue;
        if (std::equal(degrees.begin(), degrees.end(), target_degrees.begin(), [](int a, int b) { return a <= b; })) {
          domains_.back().insert(static_cast<int>(value));
        }
      }
    }
  }

  /// The possible images of `other_vertex` when `vertex` has the image `value`.
  set const& images_beside(int vertex, int value, int other_vertex) const {
    return pattern_.adjacent(vertex, other_vertex) ? rows_[at(value)] : other_rows_[at(value)];
  }

  /// Works the domains of a node out, unless it has them. A node belongs to one task.
  void ensure_domains(node const& n) const {
    auto& domains = n.domains.values;
    if (!domains.empty()) return;
    domains = domains_;
    for (int vertex = 0; vertex < pattern_.order(); ++vertex) {
      int const value = n.images[at(vertex)];
      if (value < 0) continue;
      for (int other_vertex = 0; other_vertex < pattern_.order(); ++other_vertex) {
        if (n.images[at(other_vertex)] >= 0) continue;
        auto& domain = domains[at(other_vertex)];
        domain = domain & images_beside(vertex, value, other_vertex);
      }
    }
  }

  /// The vertex without an image that has the fewest remaining values (ties: the highest degree);
  /// -1 if all have images.
  int narrowest(node const& n) const {
    int best = -1;
    int fewest = 0;
    for (int vertex = 0; vertex < pattern_.order(); ++vertex) {
      if (n.images[at(vertex)] >= 0) continue;
      int const size = n.domains.values[at(vertex)].size();
      if (best < 0 || size < fewest || (size == fewest && degrees_[at(vertex)] > degrees_[at(best)])) {
        best = vertex;
        fewest = size;
      }
    }
    return best;
  }

  /// Makes `child` a copy of `parent` with an image for one more vertex, and propagates it to the
  /// domains of the others. Returns false if a domain becomes empty: `child` is then unspecified.
  bool assign(node const& parent, int vertex, int value, node& child) const {
    auto const order = domains_.size();
    child.domains.values.resize(order);
    for (std::size_t other_vertex = 0; other_vertex < order; ++other_vertex) {
      if (parent.images[other_vertex] >= 0 || other_vertex == at(vertex)) continue;
      auto& domain = child.domains.values[other_vertex];
      domain = parent.domains.values[other_vertex] & images_beside(vertex, value, static_cast<int>(other_vertex));
      if (domain.empty()) return false;
    }
    child.images = parent.images;
    child.images[at(vertex)] = static_cast<std::int16_t>(value);
    child.assigned = parent.assigned + 1;
    return true;
  }

  graph pattern_;
  bool induced_ = false;
  std::vector<int> original_;    ///< by value: the vertex of the target
  std::vector<set> rows_;        ///< by value: the possible images of a neighbour
  std::vector<set> other_rows_;  ///< by value: the possible images of other vertices
  std::vector<set> domains_;     ///< of the root
  std::vector<int> degrees_;     ///< by pattern vertex
};

/// Calls `body(clique::width<Words>{})` with the narrowest of the compiled widths that holds the
/// target.
template <typename Body>
auto with_target_width(graph const& target, Body&& body) {
  return clique::with_narrowest<1, 4, 16, max_vertices / 64>(target.words(), std::forward<Body>(body));
}

}  // namespace apps::sip
