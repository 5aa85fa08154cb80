// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Manual pages of the programs `skua` and `skua-run`.

#pragma once

#include <string>
#include <vector>

#include "option_table.hpp"

namespace apps::manual {

/// "skua-uts", "skua-sim-uts"; "skua" or "skua-run" for a program.
[[nodiscard]] std::string page_name(command_entry const& command);

/// The page of a command in roff, section 1.
[[nodiscard]] std::string page(command_entry const& command, std::vector<command_entry> const& commands);

}  // namespace apps::manual
