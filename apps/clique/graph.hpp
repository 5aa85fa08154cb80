// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// An undirected graph as a square of bits.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace apps::clique {

/// The largest graph for which the search is compiled.
inline constexpr int max_vertices = 8192;

/// Vertices are 0 to order() - 1; there are no loops and no double edges.
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

}  // namespace apps::clique
