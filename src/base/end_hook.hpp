// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last actions of a process that ends without a call of exit(): a file in the file system that
// stands for the process is removed.
#pragma once

#include <skua/detail/base/atomic.hpp>

namespace skua::base {

/// It must not wait or throw; any thread may call it, several times.
using end_hook_fn = void (*)() noexcept;

inline atomic<end_hook_fn> end_hook{nullptr};

// sync: END_HOOK -> run_end_hook
inline void set_end_hook(end_hook_fn fn) noexcept { end_hook.store(fn, std::memory_order_release); }

/// The process has said why it ends.
inline atomic<bool> end_is_explained{false};

/// Called before _exit and abort, after a line that says why.
inline void run_end_hook() noexcept {
  end_is_explained.store(true, std::memory_order_relaxed);  // relaxed: read by the thread that aborts
  // sync: END_HOOK <- set_end_hook
  if (end_hook_fn const fn = end_hook.load(std::memory_order_acquire)) fn();
}

}  // namespace skua::base
