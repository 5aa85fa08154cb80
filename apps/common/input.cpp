// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "input.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "error.hpp"

namespace apps {
namespace {

constexpr std::size_t longest_line = 1 << 16;

}  // namespace

std::string_view next_word(std::string_view& rest) {
  auto const start = rest.find_first_not_of(blank);
  if (start == std::string_view::npos) return {};
  auto const end = std::min(rest.find_first_of(blank, start), rest.size());
  auto const result = rest.substr(start, end - start);
  rest.remove_prefix(end);
  return result;
}

std::string shown(std::string_view text) {
  constexpr std::size_t max_shown = 40;
  std::string result = "'";
  for (char const c : text.substr(0, max_shown)) {
    auto const byte = static_cast<unsigned char>(c);
    result += byte < 0x20 || byte >= 0x7f ? '?' : c;
  }
  if (text.size() > max_shown) result += "…";
  return result + "'";
}

void skip_byte_order_mark(std::istream& input) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  std::size_t n = 0;
  while (n < mark.size() && input.peek() == static_cast<unsigned char>(mark[n])) {
    input.get();
    ++n;
  }
  input.clear(input.rdstate() & std::ios::badbit);
  for (; n > 0 && n < mark.size(); --n) input.unget();
}

std::ifstream open_input(std::string const& file) {
  if (std::error_code ignored; std::filesystem::is_directory(file, ignored)) {
    throw input_error(file + ": expected a file, found a directory");
  }
  std::ifstream input(file, std::ios::binary);
  if (!input) throw input_error(file + ": cannot be opened: " + std::strerror(errno));
  return input;
}

bool line_reader::next(std::string& line) {
  line.clear();
  ++number_;
  char c = 0;
  while (input_.get(c)) {
    if (c == '\n') return true;
    line += c;
    if (line.size() > longest_line)
      fail("a line of text", "one of more than " + std::to_string(longest_line) + " bytes");
  }
  if (input_.bad()) throw input_error(file_ + ": cannot be read: " + std::strerror(errno));
  return !line.empty();
}

void line_reader::fail(std::string const& expected, std::string const& actual) const {
  throw input_error(file_, number_, expected, actual);
}

}  // namespace apps
