// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A graph prepared for the search: vertices renumbered in the initial order, rows of fixed width.

#pragma once

#include <vector>

#include "bits.hpp"
#include "graph.hpp"

namespace apps::clique {

/// The vertices in the order in which they are coloured: repeatedly a vertex of least degree among
/// the remaining ones goes to the end (ties: the vertex of least degree in the whole graph). The
/// search branches on late vertices first, so this is the minimum-width order of Carraghan and
/// Pardalos with the refinement of Tomita.
std::vector<int> minimum_width_order(graph const& input);

template <std::size_t Words>
class problem {
 public:
  using set = bits<Words>;

  problem() = default;
  explicit problem(graph const& input)
      : original_(minimum_width_order(input)), neighbours_(original_.size(), set::none()) {
    for (int a = 0; a < order(); ++a) {
      for (int b = 0; b < a; ++b) {
        if (!input.adjacent(original_[at(a)], original_[at(b)])) continue;
        neighbours_[at(a)].insert(b);
        neighbours_[at(b)].insert(a);
      }
    }
  }

  int order() const { return static_cast<int>(original_.size()); }
  set const& neighbours(int vertex) const { return neighbours_[at(vertex)]; }

  set all() const {
    auto result = set::none();
    for (int vertex = 0; vertex < order(); ++vertex) result.insert(vertex);
    return result;
  }

  /// The vertices of a set, numbered as in the graph.
  std::vector<int> original(set const& vertices) const {
    std::vector<int> result;
    vertices.for_each([&](int vertex) { result.push_back(original_[at(vertex)]); });
    return result;
  }

  /// Serializes the problem, to send it to another place.
  template <typename Archive>
  void serialize(Archive& archive) {
    archive(original_, neighbours_);
  }

 private:
  static std::size_t at(int vertex) { return static_cast<std::size_t>(vertex); }

  std::vector<int> original_;
  std::vector<set> neighbours_;
};

}  // namespace apps::clique
