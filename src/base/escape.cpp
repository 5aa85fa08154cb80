// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/escape.hpp"

#include <cstddef>

namespace skua::base {
namespace {

constexpr std::size_t longest_shown = 200;

struct character {
  std::size_t length;  // in bytes; 0: the text begins with none
  unsigned long code;
};

/// The UTF-8 character at the beginning of `text`.
character first_character(std::string_view text) {
  auto const byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned const first = byte(0);
  if (first < 0x80) return {1, first};
  std::size_t const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return {0, 0};
  unsigned long code = first & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0u) != 0x80) return {0, 0};
    code = (code << 6) | (byte(i) & 0x3fu);
  }
  constexpr unsigned long shortest[] = {0, 0, 0x80, 0x800, 0x10000};
  bool const is_character = code >= shortest[length] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return {is_character ? length : 0, code};
}

/// The bytes of the printable UTF-8 character at the beginning of `text`; 0 if there is none.
std::size_t printable_length(std::string_view text) {
  auto const [length, code] = first_character(text);
  bool const is_control = code < 0x20 || (code >= 0x7f && code <= 0x9f);
  bool const is_direction =
      (code >= 0x200e && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
  return is_control || is_direction ? 0 : length;
}

void append_byte(std::string& text, unsigned char byte) {
  constexpr char digits[] = "0123456789abcdef";
  switch (byte) {
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
      text += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
  }
}

}  // namespace

std::string well_formed(std::string_view text) {
  std::string result;
  for (std::size_t position = 0; position < text.size();) {
    std::size_t const length = first_character(text.substr(position)).length;
    if (length != 0) {
      result += text.substr(position, length);
    } else {
      result += "\xef\xbf\xbd";
    }
    position += length != 0 ? length : 1;
  }
  return result;
}

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
