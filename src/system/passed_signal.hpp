// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mark of a signal that the launcher passes on: it carries a value, as one of sigqueue() does.
// A terminal, and kill() of a process group, send a signal to the launcher and to each place. So a
// place that gets the same signal from both has one request to end, however late the second comes.
#pragma once

#include <signal.h>

namespace skua::system {

constexpr int passed_signal_mark = 0x534b5541;

inline bool is_passed_signal(siginfo_t const& info) noexcept {
  return info.si_code == SI_QUEUE && info.si_value.sival_int == passed_signal_mark;
}

}  // namespace skua::system
