// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/escape.hpp"

#include <cstddef>

namespace skua::base {
namespace {

constexpr std::size_t longest_shown = 200;

/// The bytes of the printable UTF-8 character at the beginning of `text`; 0 if there is none.
std::size_t printable_length(std::string_view text) {
  auto const byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned const first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  std::size_t const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  unsigned long code = first & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0u) != 0x80) return 0;
    code = (code << 6) | (byte(i) & 0x3fu);
  }
  constexpr unsigned long shortest[] = {0, 0, 0xa0, 0x800, 0x10000};  // U+0080 to U+009F are control characters
  bool const is_direction =
      (code >= 0x200e && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
  return code >= shortest[length] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) && !is_direction ? length : 0;
}

void append_byte(std::string& text, unsigned char c) {
  constexpr char digits[] = "0123456789abcdef";
  switch (c) {
    case '\n':
      text += "\\n";
      break;
    case '\r':
      text += "\\r";
      break;
    case '\t':
      text += "\\t";
      break;
    default:
      text += {'\\', 'x', digits[c >> 4], digits[c & 15]};
  }
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  std::size_t position = 0;
  while (position < text.size()) {
    if (result.size() >= longest_shown) return result + "...";
    if (std::size_t const n = printable_length(text.substr(position)); n != 0) {
      result += text.substr(position, n);
      position += n;
    } else {
      append_byte(result, static_cast<unsigned char>(text[position++]));
    }
  }
  return result;
}

}  // namespace skua::base
