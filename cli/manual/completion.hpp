// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Completion scripts of the program `skua`, for three shells.

#pragma once

#include <string>
#include <vector>

#include "option_table.hpp"

namespace apps::manual {

[[nodiscard]] std::string bash_completion(std::vector<command_entry> const& commands);
[[nodiscard]] std::string zsh_completion(std::vector<command_entry> const& commands);
[[nodiscard]] std::string fish_completion(std::vector<command_entry> const& commands);

}  // namespace apps::manual
