// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/number_text.hpp"

#include <array>

namespace skua::base {

std::string number_text(double value, std::chars_format format, int digits) {
  std::array<char, 400> text;  // the largest number has 309 digits before its point
  auto const end = std::to_chars(text.data(), text.data() + text.size(), value, format, digits).ptr;
  return {text.data(), end};
}

std::string fixed(double value, int digits, std::size_t width) {
  std::string const text = number_text(value, std::chars_format::fixed, digits);
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

}  // namespace skua::base
