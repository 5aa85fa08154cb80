// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Maximum clique: the graph, and a graph prepared for the search.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bits.hpp"

namespace apps::clique {

/// The largest graph for which the search is compiled.
inline constexpr int max_vertices = 8192;

/// Vertices are 0 to order() - 1; there are no double edges, and loops only by connect_to_itself.
class graph {
 public:
  graph() = default;
  graph(std::string name, int order)
      : name_(std::move(name)),
        order_(order),
        words_((static_cast<std::size_t>(order) + 63) / 64),
        bits_(words_ * static_cast<std::size_t>(order)) {}

  std::string const& name() const { return name_; }
  int order() const { return order_; }

  bool adjacent(int a, int b) const { return (row(a)[b / 64] >> (b % 64) & 1) != 0; }

  /// Has no effect for a loop or an edge that exists.
  void connect(int a, int b) {
    if (a == b) return;
    set(a, b);
    set(b, a);
  }

  /// Adds a loop, which counts as one neighbour and as one edge.
  void connect_to_itself(int vertex) { set(vertex, vertex); }

  void disconnect(int a, int b) {
    clear(a, b);
    clear(b, a);
  }

  int degree(int vertex) const;
  std::int64_t edges() const;

  /// The neighbours of a vertex, 64 per word.
  std::uint64_t const* row(int vertex) const { return bits_.data() + words_ * static_cast<std::size_t>(vertex); }
  std::size_t words() const { return words_; }
  /// All rows, one after the other.
  std::vector<std::uint64_t> const& rows() const { return bits_; }

  /// Serializes the graph, to send it to another place.
  template <typename Archive>
  void serialize(Archive& archive) {
    archive(name_, order_, words_, bits_);
  }

 private:
  std::uint64_t& word(int a, int b) {
    return bits_[words_ * static_cast<std::size_t>(a) + static_cast<std::size_t>(b / 64)];
  }
  void set(int a, int b) { word(a, b) |= std::uint64_t{1} << (b % 64); }
  void clear(int a, int b) { word(a, b) &= ~(std::uint64_t{1} << (b % 64)); }

  std::string name_;
  int order_ = 0;
  std::size_t words_ = 0;
  std::vector<std::uint64_t> bits_;
};

/// True if all vertices of the list differ and are joined pairwise: the check of an answer,
/// independent of the search.
bool is_clique(graph const& input, std::vector<int> const& vertices);

/// The number of colours of a greedy colouring: no clique is larger, since its vertices have
/// different colours. 0 for a graph without vertices. Takes order² / 64 steps.
int colour_bound(graph const& input);

/// The vertices in the order in which they are coloured: repeatedly a vertex of least degree among
/// the remaining ones goes to the end (ties: the vertex of least degree in the whole graph). The
/// search branches on late vertices first, so this is the minimum-width order of Carraghan and
/// Pardalos with the refinement of Tomita.
std::vector<int> minimum_width_order(graph const& input);

/// A graph prepared for the search: vertices renumbered in the initial order, rows of fixed width.
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

/// Calls `body(width<Words>{})` with the narrowest of the compiled widths that holds the graph. The
/// odd ones are those of popular instances: 13 for 800 vertices, 17 for MANN_a45, 53 for MANN_a81
/// and keller6.
template <typename Body>
auto with_width(graph const& input, Body&& body) {
  return with_narrowest<1, 2, 4, 6, 8, 13, 17, 32, 53, max_vertices / 64>(input.words(), std::forward<Body>(body));
}

/// Like with_width, with fewer widths, for code that compiles slowly.
template <typename Body>
auto with_coarse_width(graph const& input, Body&& body) {
  return with_narrowest<2, 6, 17, 53, max_vertices / 64>(input.words(), std::forward<Body>(body));
}

}  // namespace apps::clique
