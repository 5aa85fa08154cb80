// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The number of threads of this process, and of the helpers among them: threads that never run code
// of the program, such as the one that watches other processes. A deadlock is certain only if each
// thread of the process is known.
//
// A helper is added after its thread has begun and removed before the thread is joined, so the
// count is never too high: a thread of the program is never taken for a helper.
#pragma once

#include <functional>
#include <thread>

namespace skua::system {

/// -1: unknown.
int threads_of_process() noexcept;

void add_helper_threads(int n) noexcept;
/// Starts a helper, and adds it. All signals are blocked in it: they are meant for the threads of
/// the program. Before it is told to end, remove it. Throws std::system_error.
[[nodiscard]] std::thread start_helper(std::function<void()> main);
/// From now on all present threads of the process, except the calling one, are helpers for as long
/// as they live. Call it before the program starts threads.
void others_are_helpers() noexcept;
int helper_threads() noexcept;
/// In a forked process: it has none of the helpers of its parent.
void forget_helper_threads() noexcept;

}  // namespace skua::system
