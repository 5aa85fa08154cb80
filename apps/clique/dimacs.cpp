// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "dimacs.hpp"

#include <charconv>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>

#include "../skua/error.hpp"

namespace apps::clique {
namespace {

constexpr std::size_t longest_line = 1 << 16;

/// What was found, fit for an error of one line: shortened, and without bytes that a terminal would obey.
std::string shown(std::string_view text) {
  constexpr std::size_t most = 40;
  std::string result = "'";
  for (char const c : text.substr(0, most)) {
    auto const byte = static_cast<unsigned char>(c);
    result += byte < 0x20 || byte >= 0x7f ? '?' : c;
  }
  if (text.size() > most) result += "…";
  return result + "'";
}

class reader {
 public:
  reader(std::istream& from, std::string const& file) : from_(from), file_(file) {}

  dimacs_graph read() {
    std::string text;
    while (next_line(text)) {
      rest_ = text;
      auto const keyword = word();
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
  [[noreturn]] void fail(std::string const& expected, std::string const& found) const {
    throw input_error(file_, line_, expected, found);
  }

  /// Reads a line of bounded length: a binary file may have no line ends at all.
  bool next_line(std::string& text) {
    text.clear();
    char c = 0;
    while (from_.get(c)) {
      if (c == '\n') {
        ++line_;
        return true;
      }
      text += c;
      if (text.size() > longest_line) {
        ++line_;
        fail("a line of text", "one of more than " + std::to_string(longest_line) + " bytes");
      }
    }
    if (from_.bad()) throw input_error(file_ + ": cannot be read: " + std::strerror(errno));
    if (text.empty()) return false;
    ++line_;
    return true;
  }

  std::string_view word() {
    constexpr std::string_view blank = " \t\r\f\v";
    auto const start = rest_.find_first_not_of(blank);
    if (start == std::string_view::npos) return {};
    auto const end = std::min(rest_.find_first_of(blank, start), rest_.size());
    auto const result = rest_.substr(start, end - start);
    rest_.remove_prefix(end);
    return result;
  }

  std::int64_t number(std::string const& expected, std::int64_t least, std::int64_t most) {
    auto const text = word();
    if (text.empty()) fail(expected, "the end of the line");
    std::int64_t value = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most) {
      fail(expected, shown(text));
    }
    return value;
  }

  void end_of_line() {
    if (auto const extra = word(); !extra.empty()) fail("the end of the line", shown(extra));
  }

  void problem_line() {
    if (declared_edges_) fail("one p line", "a second one");
    auto const format = word();
    if (format != "edge" && format != "col" && format != "clq" && format != "edges") {
      fail("'edge' after p", format.empty() ? "the end of the line" : shown(format));
    }
    auto const order = number("a number of vertices from 1 to " + std::to_string(most_vertices), 1, most_vertices);
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
      ++line_;
      fail("a line 'p edge VERTICES EDGES'", line_ == 1 ? "an empty file" : "the end of the file");
    }
    auto const declared = *declared_edges_;
    if (edge_lines_ < declared && 2 * edge_lines_ < declared) {
      ++line_;
      fail(std::to_string(declared) + " edges", "the end of the file after " + std::to_string(edge_lines_));
    }
    auto const edges = result_.content.edges();
    if (edges != declared && 2 * edges != declared && edge_lines_ != declared) {
      result_.warnings.push_back(file_ + ": the p line says " + std::to_string(declared) + " edges, there are " +
                                 std::to_string(edges));
    }
    if (loops_ > 0) result_.warnings.push_back(file_ + ": " + std::to_string(loops_) + " loops ignored");
  }

  std::istream& from_;
  std::string file_;
  std::size_t line_ = 0;
  std::string_view rest_;
  std::optional<std::int64_t> declared_edges_;
  std::int64_t edge_lines_ = 0;
  std::int64_t loops_ = 0;
  dimacs_graph result_;
};

}  // namespace

dimacs_graph read_dimacs(std::istream& from, std::string const& file) { return reader(from, file).read(); }

dimacs_graph read_dimacs(std::string const& file) {
  if (std::error_code ignored; std::filesystem::is_directory(file, ignored)) {
    throw input_error(file + ": expected a file, found a directory");
  }
  std::ifstream from(file, std::ios::binary);
  if (!from) throw input_error(file + ": cannot be opened: " + std::strerror(errno));
  return read_dimacs(from, file);
}

}  // namespace apps::clique
