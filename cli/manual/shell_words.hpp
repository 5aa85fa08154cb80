// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Words and options as the shells read them, for completion scripts.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "option_table.hpp"

namespace apps::manual {

/// The second line of each script.
inline constexpr char const* heading = "# Written by `skua completion`, from the options of the program.\n";

[[nodiscard]] std::string joined_words(std::vector<std::string> const& words, std::string_view separator);
/// In single quotes, as bash and zsh read them.
[[nodiscard]] std::string in_quotes(std::string const& text);
/// Quotes for fish, where a backslash in single quotes escapes.
[[nodiscard]] std::string in_fish_quotes(std::string const& text);
/// The part of a specification of zsh's _arguments that must not contain its separators.
[[nodiscard]] std::string without_separators(std::string const& text);
/// The specifications of an option for zsh's _arguments, one for each of its names.
[[nodiscard]] std::string zsh_option(option_entry const& option);
/// The names of the options that have a value, each in quotes, joined by the separator.
[[nodiscard]] std::string names_with_value(command_entry const& command, std::string_view separator);

}  // namespace apps::manual
