// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The distance between words that different processors write, against false sharing.
#pragma once

#include <cstddef>

namespace skua::transport {

/// Two cache lines: processors prefetch lines in pairs.
inline constexpr std::size_t line_pair = 128;

}  // namespace skua::transport
