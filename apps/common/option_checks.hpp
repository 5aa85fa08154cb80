// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Checks of options that are numbers. CLI11 alone accepts some texts that are not numbers in the
// range.

#pragma once

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace apps {

/// CLI::Range without NaN, with which no comparison is true.
inline CLI::Validator real_range(double low, double high) {
  CLI::Range const range(low, high);
  auto const check = [low, high](std::string& text) -> std::string {
    double value = 0;
    bool const is_number = CLI::detail::lexical_cast(text, value) && !std::isnan(value);
    if (is_number && value >= low && value <= high) return "";
    char limits[80];
    std::snprintf(limits, sizeof limits, "expected a number from %.10g to %.10g, found ", low, high);
    return limits + text;
  };
  return {check, range.get_description()};
}

/// For a seed: empty if it has 64 bits. CLI11 takes the nearest such number, and -1 for a big one.
inline std::string seed_fault(std::string const& text) {
  std::uint64_t value = 0;
  auto const* const end = text.data() + text.size();
  auto const result = std::from_chars(text.data(), end, value);
  if (result.ec == std::errc{} && result.ptr == end) return {};
  return "expected a whole number below 2^64, found " + text;
}

/// The 64-bit number that the whole text gives; nullopt if it gives none. CLI11 takes the nearest
/// such number for one that is too large.
inline std::optional<std::int64_t> as_long(std::string const& text) {
  std::int64_t value = 0;
  auto const* const end = text.data() + text.size();
  auto const result = std::from_chars(text.data(), end, value);
  return result.ec == std::errc{} && result.ptr == end ? std::optional(value) : std::nullopt;
}

/// For a number of 64 bits with a sign: empty if it is one.
inline std::string long_fault(std::string const& text) {
  return as_long(text) ? "" : "expected a whole number from -2^63 to 2^63 - 1, found " + text;
}

/// CLI::Range of numbers of 64 bits.
inline CLI::Validator long_range(std::int64_t low, std::int64_t high) {
  auto const check = [low, high](std::string& text) -> std::string {
    auto const value = as_long(text);
    if (value && *value >= low && *value <= high) return "";
    return "expected a whole number from " + std::to_string(low) + " to " + std::to_string(high) + ", found " + text;
  };
  return {check, CLI::Range(low, high).get_description()};
}

/// CLI11 reads a whole number that begins with 0 as octal, so 010 would be 8.
inline std::string octal_fault(std::string const& text) {
  std::string_view const digits = std::string_view(text).substr(text.starts_with('-') ? 1 : 0);
  bool const is_octal =
      digits.size() > 1 && digits.front() == '0' && digits.find_first_not_of("0123456789") == std::string_view::npos;
  return is_octal ? "expected a number that does not begin with 0, found " + text : "";
}

inline std::string empty_name_fault(std::string const& text) {
  return text.empty() ? "expected the name of a file, found nothing" : "";
}

/// Refuses such numbers and empty names for all options of the command and of its own commands.
/// Names of files that need no option have no type.
inline void check_all_options(CLI::App& command) {
  for (CLI::Option* const option : command.get_options()) {
    std::string const type = option->get_type_name();
    bool const is_name = type.empty() || type.starts_with("FILE") || type.starts_with("FOLDER");
    bool const is_text = is_name || type == "TEXT" || type.starts_with("NAME") || type == "PID|PATH";
    if (is_name) option->check(empty_name_fault);
    if (!is_text) option->check(octal_fault);
  }
  for (CLI::App* const inner : command.get_subcommands({})) check_all_options(*inner);
}

}  // namespace apps
