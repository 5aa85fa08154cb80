// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers as text. The program may have set a locale with a decimal comma, which printf follows and
// no program that reads our text expects; so every number with a fraction is written here.
#pragma once

#include <charconv>
#include <cstddef>
#include <string>

namespace skua::base {

/// The number in that format, with `digits` digits as its definition counts them.
[[nodiscard]] std::string number_text(double value, std::chars_format format, int digits);

/// Writes the number as "%.2f" does with two digits, right-aligned in at least `width` columns.
[[nodiscard]] std::string fixed(double value, int digits, std::size_t width = 0);
/// Writes the number as "%.6g" does with six digits.
[[nodiscard]] inline std::string general(double value, int digits) {
  return number_text(value, std::chars_format::general, digits);
}

}  // namespace skua::base
