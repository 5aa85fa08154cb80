// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "reader.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

#include "../common/input.hpp"

namespace apps::clique {
namespace {

class reader {
 public:
  reader(std::istream& input, std::string const& file) : lines_(input, file), file_(file) {}

  dimacs_graph read() {
    std::string text;
    while (lines_.next(text)) {
      rest_ = text;
      auto const keyword = next_word(rest_);
      if (keyword.empty()) continue;
      if (keyword == "p") {
        problem_line();
      } else if (keyword == "e") {
        edge_line();
      } else if (keyword.front() != 'c' && keyword != "n" && keyword != "d" && keyword != "v" && keyword != "x") {
        fail("a line that begins with c, p or e", shown(text));
      }
    }
    finish();
    return std::move(result_);
  }

 private:
  [[noreturn]] void fail(std::string const& expected, std::string const& actual) const {
    lines_.fail(expected, actual);
  }

  std::int64_t number(std::string const& expected, std::int64_t min_value, std::int64_t max_value) {
    auto const text = next_word(rest_);
    if (text.empty()) fail(expected, "the end of the line");
    return lines_.number_in(text, expected, min_value, max_value);
  }

  void end_of_line() {
    if (auto const extra = next_word(rest_); !extra.empty()) fail("the end of the line", shown(extra));
  }

  void problem_line() {
    if (declared_edges_) fail("one p line", "a second one");
    auto const format = next_word(rest_);
    if (format != "edge" && format != "col" && format != "clq" && format != "edges") {
      fail("'edge' after p", format.empty() ? "the end of the line" : shown(format));
    }
    auto const order = number("a number of vertices from 1 to " + std::to_string(max_vertices), 1, max_vertices);
    declared_edges_ = number("a number of edges", 0, std::int64_t{1} << 40);
    end_of_line();
    result_.content = graph(file_, static_cast<int>(order));
  }

  void edge_line() {
    if (!declared_edges_) fail("a p line before the first edge", "an edge");
    int const order = result_.content.order();
    auto const range = "a vertex from 1 to " + std::to_string(order);
    auto const a = static_cast<int>(number(range, 1, order));
    auto const b = static_cast<int>(number(range, 1, order));
    end_of_line();
    ++edge_lines_;
    if (a == b) ++loops_;
    result_.content.connect(a - 1, b - 1);
  }

  void finish() {
    if (!declared_edges_) {
      fail("a line 'p edge VERTICES EDGES'", lines_.number() == 1 ? "an empty file" : "the end of the file");
    }
    auto const declared = *declared_edges_;
    if (edge_lines_ < declared && 2 * edge_lines_ < declared) {
      fail(std::to_string(declared) + " edges", "the end of the file after " + std::to_string(edge_lines_));
    }
    auto const edges = result_.content.edges();
    if (edges != declared && 2 * edges != declared && edge_lines_ != declared) {
      result_.warnings.push_back(file_ + ": the p line says " + std::to_string(declared) + " edges, there are " +
                                 std::to_string(edges));
    }
    if (loops_ > 0) result_.warnings.push_back(file_ + ": " + std::to_string(loops_) + " loops ignored");
  }

  line_reader lines_;
  std::string file_;
  std::string_view rest_;
  std::optional<std::int64_t> declared_edges_;
  std::int64_t edge_lines_ = 0;
  std::int64_t loops_ = 0;
  dimacs_graph result_;
};

}  // namespace

dimacs_graph read_dimacs(std::istream& input, std::string const& file) { return reader(input, file).read(); }

dimacs_graph read_dimacs(std::string const& file) {
  auto input = open_input(file);
  return read_dimacs(input, file);
}

}  // namespace apps::clique
