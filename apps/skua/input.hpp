// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Text files from users: opened, read line by line, with errors that name the line.

#pragma once

#include <cstddef>
#include <fstream>
#include <istream>
#include <string>
#include <string_view>

namespace apps {

/// Blanks within a line.
inline constexpr std::string_view blank = " \t\r\f\v";

/// The first word of `rest`, which begins behind it afterwards; empty if there is none.
std::string_view next_word(std::string_view& rest);

/// What was found, fit for an error of one line: shortened, and without bytes that a terminal would
/// obey.
std::string shown(std::string_view text);

/// Throws input_error if it is a directory or cannot be opened.
std::ifstream open_input(std::string const& file);

/// Lines of bounded length: a binary file may have no line ends at all.
class line_reader {
 public:
  line_reader(std::istream& from, std::string const& file) : from_(from), file_(file) {}

  /// The next line without its end; false at the end of the file. Throws input_error.
  bool next(std::string& line);
  /// Throws the input_error of the line read last; after the end of the file, of the one that would
  /// have followed.
  [[noreturn]] void fail(std::string const& expected, std::string const& found) const;
  [[nodiscard]] std::size_t number() const noexcept { return number_; }

 private:
  std::istream& from_;
  std::string file_;
  std::size_t number_ = 0;
};

}  // namespace apps
