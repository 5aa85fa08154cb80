// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Contract checks that are always on: a broken contract prints one line with place, worker and task, then aborts.
#pragma once

#include <skua/base/config.hpp>

namespace skua::base {

/// Prints "skua: broken contract: <text>" with the caller's place, worker and task, then aborts.
[[noreturn]] SKUA_COLD void broken_contract(char const* text) noexcept;

/// The environment cannot give what the run needs and nobody can be told by an exception: prints "skua: <text>", exits 1.
[[noreturn]] SKUA_COLD void out_of_resources(char const* text) noexcept;

/// Adds the caller's whereabouts to the line of broken_contract; set once by the scheduler. Writes at most size bytes.
using whereabouts_fn = void (*)(char* buffer, unsigned long size) noexcept;
void set_whereabouts(whereabouts_fn fn) noexcept;

/// Aborts with `text` unless `condition` holds.
SKUA_INLINE void check(bool condition, char const* text) noexcept {
  if (SKUA_UNLIKELY(!condition)) broken_contract(text);
}

}  // namespace skua::base
