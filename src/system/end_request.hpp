// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which signals are one request to end. A terminal, and kill() of a process group, send a signal to
// skua-run and to each place, and skua-run passes its own on. timeout(1), batch systems and others
// send a signal to a process and at once to its group. Neither is a second request.
#pragma once

#include <signal.h>

#include <cstdint>

#include <skua/detail/base/atomic.hpp>

#include "system/machine.hpp"

namespace skua::system {

/// The value of a signal that skua-run passes on, as sigqueue() sends one.
constexpr int passed_signal_mark = 0x534b5541;

inline bool is_passed_signal(siginfo_t const& info) noexcept {
  return info.si_code == SI_QUEUE && info.si_value.sival_int == passed_signal_mark;
}

/// The first signal, and whether a later one with the same number belongs to it. For handlers: all
/// functions are async-signal-safe. Nothing is published with the values.
class end_request {
 public:
  /// Before the handler exists.
  void forget() noexcept {
    first_at_.store(0, std::memory_order_relaxed);          // relaxed: only a time
    is_announced_.store(false, std::memory_order_relaxed);  // relaxed: only a flag
  }
  /// The first signal. `is_announced`: it came by another process, and the direct one may follow.
  void begin(bool is_announced) noexcept {
    is_announced_.store(is_announced, std::memory_order_relaxed);  // relaxed: only a flag
    first_at_.store(monotonic_ns(), std::memory_order_relaxed);    // relaxed: only a time
  }
  /// When that was, in ns of the monotonic clock; 0 until it is known.
  std::uint64_t began() const noexcept { return first_at_.load(std::memory_order_relaxed); }  // relaxed: only a time
  /// A later signal with the same number.
  bool includes(siginfo_t const& info) noexcept {
    if (is_passed_signal(info)) return true;
    bool const was_announced = is_announced_.exchange(false, std::memory_order_relaxed);  // relaxed: only a flag
    std::uint64_t const first = began();                                                  // 0: just now
    return was_announced || first == 0 || monotonic_ns() - first < longest_ns;
  }

 private:
  static constexpr std::uint64_t longest_ns = 100'000'000;  // between two direct signals of one request

  base::atomic<std::uint64_t> first_at_{0};
  base::atomic<bool> is_announced_{false};
};

}  // namespace skua::system
