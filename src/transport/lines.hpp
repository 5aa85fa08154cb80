// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How far apart words must lie that different processors write.
#pragma once

#include <cstddef>

namespace skua::transport {

/// Two lines: processors fetch them in pairs.
inline constexpr std::size_t line_pair = 128;

}  // namespace skua::transport
