// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes text from outside (variables, options, files) printable in messages.
#pragma once

#include <string>
#include <string_view>

namespace skua::base {

/// Control characters and bytes that are not UTF-8 become \n, \t, \x1b, …; a long text is cut off
/// after 200 bytes with "...". The result is one line, and a terminal prints it as it is.
[[nodiscard]] std::string escaped(std::string_view text);

/// The text with U+FFFD for each byte that belongs to no well-formed character of UTF-8.
[[nodiscard]] std::string well_formed(std::string_view text);

/// Like `escaped`, in quotation marks.
[[nodiscard]] inline std::string quoted(std::string_view text) { return '"' + escaped(text) + '"'; }

/// An error's text without the "skua: " with which some begin, for a line that begins with a name.
[[nodiscard]] constexpr std::string_view without_name(std::string_view text) noexcept {
  constexpr std::string_view name = "skua: ";
  return text.starts_with(name) ? text.substr(name.size()) : text;
}

}  // namespace skua::base
