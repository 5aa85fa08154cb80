// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// "Did you mean": the known name that a misspelt one most probably stands for.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace skua::base {

/// Edits that turn one word into the other: a letter inserted, removed or replaced, or two
/// neighbours exchanged. Capitals count as small letters.
[[nodiscard]] std::size_t edit_distance(std::string_view left, std::string_view right);

/// The name nearest to `word`, of several the first; empty if none is so near that a slip explains
/// it: one edit for each three letters of the name, at least one and at most three.
[[nodiscard]] std::string nearest(std::string_view word, std::vector<std::string> const& names);

}  // namespace skua::base
