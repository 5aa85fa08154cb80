// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Contract checks, always enabled. A broken contract prints one line with place, worker and task,
// then aborts.
#pragma once

#include <skua/detail/base/config.hpp>

namespace skua::base {

/// Prints "skua: broken contract: <text>" with the caller's place, worker and task, then aborts.
[[noreturn]] SKUA_COLD void broken_contract(char const* text) noexcept;

/// For a lack of system resources that no exception can report to the caller. Prints "skua:
/// <text>", unless another place has already reported why the run ends, and exits with 1.
[[noreturn]] SKUA_COLD void out_of_resources(char const* text) noexcept;

/// From now on an uncaught std::bad_alloc, or an uncaught std::system_error because no thread can
/// be started, ends the process by out_of_resources: functions that are noexcept may allocate. All
/// other uncaught exceptions go to the terminate handler that was installed before.
void end_without_memory() noexcept;

/// Must be called before a thread prints why the process ends, and ends it. Returns in one thread
/// only; other callers wait for the end.
void begin_end() noexcept;

/// Claims to be the first place of the run that prints why the run ends. `code` != 0 is its exit
/// code. Returns false if another place was first; then `code` gets that place's exit code.
[[nodiscard]] bool claim_end(int& code) noexcept;
/// If claim_end has returned false since the last call: the exit code of the first place, else 0.
/// For callers that hear of the failure by an exception: its text may need memory.
[[nodiscard]] int take_failed_claim() noexcept;
/// The function with which claim_end asks the other places, or null if there are none. Set by the
/// transport.
using claim_end_fn = bool (*)(int& code) noexcept;
void set_claim_end(claim_end_fn fn) noexcept;

/// Writes the caller's location (place, worker, task) for the line of broken_contract, at most
/// `size` bytes. The scheduler sets it once.
using location_fn = void (*)(char* buffer, unsigned long size) noexcept;
void set_location_writer(location_fn fn) noexcept;

/// Aborts with `text` unless `condition` holds.
SKUA_INLINE constexpr void(check)(bool condition, char const* text) noexcept {
  if (SKUA_UNLIKELY(!condition)) broken_contract(text);
}

}  // namespace skua::base
