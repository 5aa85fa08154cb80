// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers, quantities and switches in text from outside: options, variables, files of the kernel.
//
// A parser reads the whole text or refuses it: no blanks, no plus sign, no remainder, and the
// locale does not matter. The caller words the error.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>

namespace skua::base {

/// A whole number from `low` to `high` in decimal digits.
template <std::integral T>
[[nodiscard]] std::optional<T> parse_number(std::string_view text, T low = std::numeric_limits<T>::min(),
                                            T high = std::numeric_limits<T>::max()) noexcept {
  T value{};
  char const* const end = text.data() + text.size();
  auto const [stop, failure] = std::from_chars(text.data(), end, value);
  if (failure != std::errc() || stop != end || value < low || value > high) return std::nullopt;
  return value;
}

/// A whole number as C writes it: decimal, octal after 0, hexadecimal after 0x.
[[nodiscard]] std::optional<std::uint64_t> parse_c_number(std::string_view text, std::uint64_t low,
                                                          std::uint64_t high) noexcept;
/// Like parse_c_number, but a suffix k, M or G multiplies it by 2^10, 2^20 or 2^30.
[[nodiscard]] std::optional<std::uint64_t> parse_bytes(std::string_view text, std::uint64_t low,
                                                       std::uint64_t high) noexcept;

/// A decimal number from `low` to `high`, with or without a fraction and an exponent.
[[nodiscard]] std::optional<double> parse_decimal(std::string_view text, double low, double high) noexcept;

struct unit {
  std::string_view name;
  double factor;
};
inline constexpr std::array<unit, 4> time_units{{{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}}};
/// A decimal number that is not negative, followed by one of these units: "1.5us".
[[nodiscard]] std::optional<double> parse_quantity(std::string_view text, std::span<unit const> units) noexcept;

/// on, 1, yes or true; off, 0, no or false.
[[nodiscard]] std::optional<bool> parse_switch(std::string_view text) noexcept;

}  // namespace skua::base
