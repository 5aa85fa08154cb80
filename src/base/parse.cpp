// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "base/parse.hpp"

#include <cmath>
#include <cstddef>

namespace skua::base {
namespace {

/// The number at the beginning of a text, and the text after it.
template <class T>
struct beginning {
  T number;
  std::string_view rest;
};

/// `format`: the base of a whole number; nothing for a decimal fraction.
template <class T, class... Format>
std::optional<beginning<T>> number_at_beginning(std::string_view text, Format... format) noexcept {
  T number{};
  char const* const end = text.data() + text.size();
  auto const [stop, failure] = std::from_chars(text.data(), end, number, format...);
  if (failure != std::errc()) return std::nullopt;
  return beginning<T>{number, std::string_view(stop, static_cast<std::size_t>(end - stop))};
}

std::optional<beginning<std::uint64_t>> c_number_at_beginning(std::string_view text) noexcept {
  if (text.starts_with("0x") || text.starts_with("0X")) return number_at_beginning<std::uint64_t>(text.substr(2), 16);
  return number_at_beginning<std::uint64_t>(text, text.starts_with('0') ? 8 : 10);
}

}  // namespace

std::optional<std::uint64_t> parse_c_number(std::string_view text, std::uint64_t low, std::uint64_t high) noexcept {
  auto const first = c_number_at_beginning(text);
  if (!first || !first->rest.empty() || first->number < low || first->number > high) return std::nullopt;
  return first->number;
}

std::optional<std::uint64_t> parse_bytes(std::string_view text, std::uint64_t low, std::uint64_t high) noexcept {
  auto const first = c_number_at_beginning(text);
  if (!first) return std::nullopt;
  std::string_view const suffix = first->rest;
  unsigned const shift = suffix == "k" || suffix == "K" ? 10 : suffix == "M" ? 20 : suffix == "G" ? 30 : 0;
  bool const is_readable = shift != 0 || suffix.empty();
  if (!is_readable || first->number > (high >> shift)) return std::nullopt;
  std::uint64_t const bytes = first->number << shift;
  if (bytes < low) return std::nullopt;
  return bytes;
}

std::optional<double> parse_decimal(std::string_view text, double low, double high) noexcept {
  auto const first = number_at_beginning<double>(text);
  if (!first || !first->rest.empty() || !std::isfinite(first->number)) return std::nullopt;
  if (first->number < low || first->number > high) return std::nullopt;
  return first->number;
}

std::optional<double> parse_quantity(std::string_view text, std::span<unit const> units) noexcept {
  auto const first = number_at_beginning<double>(text);
  if (!first || !std::isfinite(first->number) || first->number < 0) return std::nullopt;
  for (unit const& unit : units) {
    if (first->rest == unit.name) return first->number * unit.factor;
  }
  return std::nullopt;
}

std::optional<bool> parse_switch(std::string_view text) noexcept {
  if (text == "1" || text == "on" || text == "yes" || text == "true") return true;
  if (text == "0" || text == "off" || text == "no" || text == "false") return false;
  return std::nullopt;
}

}  // namespace skua::base
