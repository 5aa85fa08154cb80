// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "lad.hpp"

#include <charconv>
#include <filesystem>
#include <string_view>

#include "../skua/input.hpp"

namespace apps::sip {
namespace {

class reader {
 public:
  reader(std::istream& from, std::string const& file)
      : lines_(from, file), name_(std::filesystem::path(file).stem().string()) {}

  graph read() {
    int const order = number("a number of vertices", 1, most_vertices);
    graph result(name_, order);
    for (int vertex = 0; vertex < order; ++vertex) {
      int const degree = number("the degree of vertex " + std::to_string(vertex), 0, order - 1);
      for (int i = 0; i < degree; ++i) neighbour(result, vertex);
    }
    if (auto const extra = word(); !extra.empty()) lines_.fail("the end of the file", shown(extra));
    // What stands at the other end only was never confirmed.
    for (int a = 0; a < order; ++a) {
      if (result.degree(a) != listed(a)) {
        lines_.fail("each edge at both its ends",
                    "a neighbour of vertex " + std::to_string(a) + " that it does not list");
      }
    }
    return result;
  }

 private:
  void neighbour(graph& of, int vertex) {
    int const other = number("a neighbour of vertex " + std::to_string(vertex), 0, of.order() - 1);
    if (other == vertex) lines_.fail("no loops", "one at vertex " + std::to_string(vertex));
    if (vertex > other && !of.adjacent(vertex, other)) {
      lines_.fail("each edge at both its ends",
                  "one from " + std::to_string(vertex) + " to " + std::to_string(other) + " only");
    }
    if (static_cast<std::size_t>(vertex) >= counts_.size()) {
      counts_.resize(static_cast<std::size_t>(vertex) + 1);
      seen_.assign(static_cast<std::size_t>(of.order()), false);
    }
    if (seen_[static_cast<std::size_t>(other)]) lines_.fail("each neighbour once", std::to_string(other) + " again");
    seen_[static_cast<std::size_t>(other)] = true;
    ++counts_.back();
    of.connect(vertex, other);
  }

  int listed(int vertex) const {
    auto const at = static_cast<std::size_t>(vertex);
    return at < counts_.size() ? counts_[at] : 0;
  }

  /// The next word, on this line or a later one; empty at the end of the file.
  std::string_view word() {
    while (true) {
      if (auto const found = next_word(rest_); !found.empty()) return found;
      if (!lines_.next(text_)) return {};
      rest_ = text_;
    }
  }

  int number(std::string const& what, int least, int most) {
    auto const text = word();
    auto const expected = what + " from " + std::to_string(least) + " to " + std::to_string(most);
    if (text.empty()) lines_.fail(expected, lines_.number() == 1 ? "an empty file" : "the end of the file");
    int value = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most) {
      lines_.fail(expected, shown(text));
    }
    return value;
  }

  line_reader lines_;
  std::string name_;
  std::string text_;
  std::string_view rest_;
  std::vector<int> counts_;  ///< of the neighbours that each vertex lists
  std::vector<bool> seen_;   ///< those of the vertex at hand
};

}  // namespace

graph read_lad(std::istream& from, std::string const& file) { return reader(from, file).read(); }

graph read_lad(std::string const& file) {
  auto from = open_input(file);
  return read_lad(from, file);
}

}  // namespace apps::sip
