// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Checks of options that are numbers. CLI11 alone accepts some texts that are none in the range.

#pragma once

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <system_error>

namespace apps {

/// CLI::Range without NaN, with which no comparison is true.
inline CLI::Validator real_range(double low, double high) {
  CLI::Range const range(low, high);
  auto const check = [range](std::string& text) -> std::string {
    double value = 0;
    if (CLI::detail::lexical_cast(text, value) && std::isnan(value)) return "expected a number, found " + text;
    return range(text);
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

}  // namespace apps
