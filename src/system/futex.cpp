// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/futex.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>

#include "system/machine.hpp"

namespace skua::system {

namespace {

/// `private_flag`: FUTEX_PRIVATE_FLAG, or 0 for a word that several processes may have mapped: then
/// the kernel finds the page, not the address.
void wait_on(base::atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t deadline_ns,
             int private_flag) noexcept {
#if defined(SKUA_TSAN)
  // Thread sanitizer runs the handler of a signal at the next atomic operation or call that it
  // knows, and the futex call is not one of them. So a sleeping thread returns to its caller now
  // and then.
  constexpr std::uint64_t longest_sleep_ns = 200'000'000;
  std::uint64_t const latest = monotonic_ns() + longest_sleep_ns;
  deadline_ns = deadline_ns == 0 ? latest : std::min(deadline_ns, latest);
#endif
  timespec time;
  time.tv_sec = static_cast<time_t>(deadline_ns / 1'000'000'000);
  time.tv_nsec = static_cast<long>(deadline_ns % 1'000'000'000);
  // WAIT_BITSET takes an absolute deadline on CLOCK_MONOTONIC.
  ::syscall(SYS_futex, &word, FUTEX_WAIT_BITSET | private_flag, expected, deadline_ns != 0 ? &time : nullptr, nullptr,
            FUTEX_BITSET_MATCH_ANY);
}

}  // namespace

void futex_wait(base::atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t deadline_ns) noexcept {
  wait_on(word, expected, deadline_ns, FUTEX_PRIVATE_FLAG);
}

void shared_futex_wait(base::atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t deadline_ns) noexcept {
  wait_on(word, expected, deadline_ns, 0);
}

void futex_wake(base::atomic<std::uint32_t>& word, int count) noexcept {
  ::syscall(SYS_futex, &word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, count, nullptr, nullptr, 0);
}

void shared_futex_wake(base::atomic<std::uint32_t>& word, int count) noexcept {
  ::syscall(SYS_futex, &word, FUTEX_WAKE, count, nullptr, nullptr, 0);
}

}  // namespace skua::system
