// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The options of skua-run. skua-run reads its arguments with them; `skua man` and `skua completion`
// describe them.
#pragma once

#include <memory>
#include <string>

#include "command_line.hpp"

namespace CLI {
class App;
}

namespace launch {

/// A parser that stores the values of the options in `options`. All words from the program on are
/// the remaining arguments.
[[nodiscard]] std::unique_ptr<CLI::App> make_option_table(command_line& options);

/// Why the text is not a number of places, or empty.
[[nodiscard]] std::string number_of_places_error(std::string const& text);

}  // namespace launch
