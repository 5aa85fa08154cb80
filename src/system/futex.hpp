// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocking a thread on a word, and waking it.
#pragma once

#include <cstdint>

#include <skua/detail/base/atomic.hpp>

namespace skua::system {

/// Sleeps while word == expected, at most until `deadline_ns` on the monotonic clock (0: no limit);
/// may return early.
void futex_wait(base::atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t deadline_ns = 0) noexcept;
/// Wakes up to `count` sleepers. Uses the address only: the word may be gone already.
void futex_wake(base::atomic<std::uint32_t>& word, int count) noexcept;

/// Like futex_wait and futex_wake, for a word that several processes may have mapped.
void shared_futex_wait(base::atomic<std::uint32_t>& word, std::uint32_t expected,
                       std::uint64_t deadline_ns = 0) noexcept;
void shared_futex_wake(base::atomic<std::uint32_t>& word, int count) noexcept;

}  // namespace skua::system
