// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Completion of the programs `skua` and `skua-run` for three shells. The script of a shell is
// short: at each Tab it gives the words so far to `skua completion SHELL PROGRAM --words=…`, which
// prints what may follow.

#pragma once

#include <string>
#include <vector>

#include "option_table.hpp"

namespace apps::manual {

[[nodiscard]] std::string completion_script(std::string const& shell, std::string const& program);

/// What may stand in place of the last word, a line each: the word, a tab, its description. No line
/// stands for a file, `:program` for a command of the shell, `:command N` for what the command
/// takes that is word N. Word 0 is the program, the first entry.
[[nodiscard]] std::string candidates(std::vector<command_entry> const& commands, std::vector<std::string> const& words);

}  // namespace apps::manual
