// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A progress line on the terminal of standard error makes room for a line of the library.
#pragma once

#include <unistd.h>

#include <cstring>

#include <skua/detail/base/atomic.hpp>

namespace skua::base {

/// The control sequence that erases the line, or null if there is no line.
inline atomic<char const*> live_line{nullptr};

/// Called before the library writes to standard error. Async-signal-safe.
inline void erase_live_line() noexcept {
  if (live_line.load(std::memory_order_relaxed) == nullptr) return;  // relaxed: a constant text
  // relaxed: a constant text
  if (char const* const eraser = live_line.exchange(nullptr, std::memory_order_relaxed)) {
    [[maybe_unused]] auto const written = ::write(STDERR_FILENO, eraser, std::strlen(eraser));
  }
}

}  // namespace skua::base
