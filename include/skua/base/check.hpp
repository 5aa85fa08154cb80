// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Contract checks that are always on: a broken contract prints one line with place, worker and
// task, then aborts.
#pragma once

#include <skua/base/config.hpp>

namespace skua::base {

/// Prints "skua: broken contract: <text>" with the caller's place, worker and task, then aborts.
[[noreturn]] SKUA_COLD void broken_contract(char const* text) noexcept;

/// The system cannot give what the run needs, and no exception can tell the caller. Prints
/// "skua: <text>", unless another place has said why the run ends, and exits with 1.
[[noreturn]] SKUA_COLD void out_of_resources(char const* text) noexcept;

/// From now on an uncaught std::bad_alloc, or an uncaught std::system_error because no thread can
/// be started, ends the process by out_of_resources: functions that are noexcept may allocate. All
/// other uncaught exceptions go to the terminate handler that was installed before.
void end_without_memory() noexcept;

/// The calling thread is about to print why the process ends, and to end it. Returns in one thread;
/// others wait for the end.
void begin_end() noexcept;

/// Whether this place is the first of its run to print why the run ends, with exit code `code`,
/// which is not 0. False: another place was, and `code` becomes its exit code.
[[nodiscard]] bool claim_end(int& code) noexcept;
/// The exit code of the place that was first, if claim_end has returned false since the last call;
/// else 0. For callers that hear of the failure by an exception, whose text may need memory.
[[nodiscard]] int take_failed_claim() noexcept;
/// What a shell shows for abort.
inline constexpr int abort_exit_code = 134;
/// How claim_end asks the other places; none: there are none. Set by the transport.
using claim_end_fn = bool (*)(int& code) noexcept;
void set_claim_end(claim_end_fn fn) noexcept;

/// Adds the caller's whereabouts to the line of broken_contract; set once by the scheduler. Writes
/// at most size bytes.
using whereabouts_fn = void (*)(char* buffer, unsigned long size) noexcept;
void set_whereabouts(whereabouts_fn fn) noexcept;

/// Aborts with `text` unless `condition` holds.
SKUA_INLINE void check(bool condition, char const* text) noexcept {
  if (SKUA_UNLIKELY(!condition)) broken_contract(text);
}

}  // namespace skua::base
