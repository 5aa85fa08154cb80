// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Completion scripts of a program that starts another one: `skua-run`. Its own options stand before
// that program; the words from there on are completed as without the launcher.

#pragma once

#include <string>

#include "option_table.hpp"

namespace apps::manual {

[[nodiscard]] std::string bash_launcher_completion(command_entry const& launcher);
[[nodiscard]] std::string zsh_launcher_completion(command_entry const& launcher);
[[nodiscard]] std::string fish_launcher_completion(command_entry const& launcher);

}  // namespace apps::manual
