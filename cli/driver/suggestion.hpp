// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// "Did you mean": the known command or option that a misspelt one most probably stands for, by the
// rule that the library has for its own options.

#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace apps {

/// "; did you mean clique?", or empty if no name is near enough (skua::base::nearest).
std::string suggestion(std::string_view word, std::vector<std::string> const& names, std::string_view prefix = "");

/// Like suggestion, for the first argument that looks like an option of `command` but is not one.
std::string option_suggestion(std::vector<std::string> const& arguments, CLI::App const& command);

}  // namespace apps
