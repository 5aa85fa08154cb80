// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Text files from users: opened, read line by line, with errors that name the line.

#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <fstream>
#include <istream>
#include <string>
#include <string_view>
#include <system_error>

namespace apps {

/// Blanks within a line.
inline constexpr std::string_view blank = " \t\r\f\v";

/// Removes the first word from `rest` and returns it; empty if there is none.
std::string_view next_word(std::string_view& rest);

/// The text as an error message shows it: shortened, and without control characters that a terminal
/// would interpret.
std::string shown(std::string_view text);

/// Reads past the byte order mark of UTF-8, with which some editors begin a file.
void skip_byte_order_mark(std::istream& input);

/// Throws input_error if the file is a directory or cannot be opened.
std::ifstream open_input(std::string const& file);

/// Reads lines of bounded length: a binary file may have no line ends.
class line_reader {
 public:
  line_reader(std::istream& input, std::string const& file) : input_(input), file_(file) {
    skip_byte_order_mark(input);
  }

  /// The next line without its end; false at the end of the file. Throws input_error.
  bool next(std::string& line);
  /// Throws an input_error with the number of the line read last; after the end of the file, of the
  /// line that would follow.
  [[noreturn]] void fail(std::string const& expected, std::string const& actual) const;
  /// The whole text as a number from `min_value` to `max_value`; otherwise fail(expected, text).
  template <std::integral Number>
  [[nodiscard]] Number number_in(std::string_view text, std::string const& expected, Number min_value,
                                 Number max_value) const {
    Number value{};
    char const* const end = text.data() + text.size();
    auto const [stop, failure] = std::from_chars(text.data(), end, value);
    if (failure != std::errc() || stop != end || value < min_value || value > max_value) fail(expected, shown(text));
    return value;
  }
  [[nodiscard]] std::size_t number() const noexcept { return number_; }

 private:
  std::istream& input_;
  std::string file_;
  std::size_t number_ = 0;
};

}  // namespace apps
