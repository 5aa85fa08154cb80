// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of tasks at other places whose results are on their way.
#pragma once

#include <cstdint>
#include <exception>

#include <skua/detail/sync/future_state.hpp>
#include <skua/wire/reader.hpp>
#include <skua/wire/writer.hpp>

namespace skua::remote {

/// The place that waits for a result, and the number of the call there.
struct reply_to {
  int place = -1;
  std::uint64_t call = 0;
};
/// Decodes a result into the state of the future that waits for it.
using accept_fn = void (*)(sched::future_state*, wire::reader&);

/// Registers a state of this place that waits for a result from another place. The state has a
/// reference that belongs to the task. `trivially_serializable`: no user code runs to accept the
/// result.
[[nodiscard]] std::uint64_t expect_result(sched::place_front* at, sched::future_state* state, accept_fn accept,
                                          bool trivially_serializable);
void send_result(reply_to to, wire::writer const& value) noexcept;
void send_failure(reply_to to, std::exception_ptr exception) noexcept;
/// In a handler: the result is its exception.
void send_current_exception(reply_to to) noexcept;
/// The call was dropped before it ran.
void send_cancelled(reply_to to) noexcept;

}  // namespace skua::remote
