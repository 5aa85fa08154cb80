// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "reader.hpp"

#include <filesystem>
#include <string_view>

#include "../common/input.hpp"

namespace apps::sip {
namespace {

class reader {
 public:
  reader(std::istream& input, std::string const& file)
      : lines_(input, file), name_(std::filesystem::path(file).stem().string()) {}

  graph read() {
    int const order = number("a number of vertices", 1, max_vertices);
    graph result(name_, order);
    for (int vertex = 0; vertex < order; ++vertex) {
      int const degree = number("the degree of vertex " + std::to_string(vertex), 0, order);
      for (int i = 0; i < degree; ++i) neighbour(result, vertex);
    }
    if (auto const extra = word(); !extra.empty()) lines_.fail("the end of the file", shown(extra));
    // Edges that only their other end lists have not been confirmed.
    for (int a = 0; a < order; ++a) {
      if (result.degree(a) != listed_count(a)) {
        lines_.fail("each edge at both its ends",
                    "a neighbour of vertex " + std::to_string(a) + " that it does not list");
      }
    }
    return result;
  }

 private:
  void neighbour(graph& result, int vertex) {
    int const neighbour_vertex = number("a neighbour of vertex " + std::to_string(vertex), 0, result.order() - 1);
    if (vertex == neighbour_vertex) result.connect_to_itself(vertex);
    if (vertex > neighbour_vertex && !result.adjacent(vertex, neighbour_vertex)) {
      lines_.fail("each edge at both its ends",
                  "one from " + std::to_string(vertex) + " to " + std::to_string(neighbour_vertex) + " only");
    }
    if (static_cast<std::size_t>(vertex) >= counts_.size()) {
      counts_.resize(static_cast<std::size_t>(vertex) + 1);
      is_listed_.assign(static_cast<std::size_t>(result.order()), false);
    }
    if (is_listed_[static_cast<std::size_t>(neighbour_vertex)])
      lines_.fail("each neighbour once", std::to_string(neighbour_vertex) + " again");
    is_listed_[static_cast<std::size_t>(neighbour_vertex)] = true;
    ++counts_.back();
    result.connect(vertex, neighbour_vertex);
  }

  int listed_count(int vertex) const {
    auto const index = static_cast<std::size_t>(vertex);
    return index < counts_.size() ? counts_[index] : 0;
  }

  /// The next word, on this line or a later one; empty at the end of the file.
  std::string_view word() {
    while (true) {
      if (auto const next = next_word(rest_); !next.empty()) return next;
      if (!lines_.next(text_)) return {};
      rest_ = text_;
    }
  }

  int number(std::string const& quantity, int min_value, int max_value) {
    auto const text = word();
    auto const expected = quantity + " from " + std::to_string(min_value) + " to " + std::to_string(max_value);
    if (text.empty()) lines_.fail(expected, lines_.number() == 1 ? "an empty file" : "the end of the file");
    return lines_.number_in(text, expected, min_value, max_value);
  }

  line_reader lines_;
  std::string name_;
  std::string text_;
  std::string_view rest_;
  std::vector<int> counts_;      ///< of the neighbours that each vertex lists
  std::vector<bool> is_listed_;  ///< the neighbours of the current vertex
};

}  // namespace

graph read_lad(std::istream& input, std::string const& file) { return reader(input, file).read(); }

graph read_lad(std::string const& file) {
  auto input = open_input(file);
  return read_lad(input, file);
}

}  // namespace apps::sip
