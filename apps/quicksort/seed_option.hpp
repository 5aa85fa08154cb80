// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The option --seed of every application with a generated input.

#pragma once

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <string>

namespace apps::splitmix {

/// Adds `--seed`, any 64-bit number. CLI11 alone would silently take the nearest representable one.
inline void add_seed_option(CLI::App& command, std::uint64_t& seed) {
  auto const check = [](std::string const& text) -> std::string {
    std::uint64_t value = 0;
    auto const* const end = text.data() + text.size();
    auto const result = std::from_chars(text.data(), end, value);
    if (result.ec == std::errc{} && result.ptr == end) return {};
    return "expected a whole number below 2^64, found " + text;
  };
  command.add_option("--seed", seed, "seed of the generator")
      ->check(CLI::Validator(check, "", "seed"))
      ->capture_default_str();
}

}  // namespace apps::splitmix
