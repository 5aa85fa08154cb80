// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables of the environment.
#pragma once

#include <cstdlib>

namespace skua::base {

/// The value of a variable; null if the variable is not set or empty. These two mean the same for
/// every variable of the library.
[[nodiscard]] inline char const* variable(char const* name) noexcept {
  char const* const text = std::getenv(name);
  return text != nullptr && *text != '\0' ? text : nullptr;
}

}  // namespace skua::base
