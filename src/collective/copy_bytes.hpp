// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies a member's own part of a collective operation from its input to its output.
#pragma once

#include <cstring>

#include <skua/detail/base/check.hpp>
#include <skua/detail/collective/byte_operations.hpp>

namespace skua::collective {

/// Different lengths are a contract violation: a member has called another operation.
inline void copy_bytes(buffer to, bytes from) noexcept {
  base::check(to.size() == from.size(), "members of a collective operation disagree about its kind or its size");
  if (!from.empty()) std::memmove(to.data(), from.data(), from.size());
}

}  // namespace skua::collective
