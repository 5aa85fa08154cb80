// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks that go to the queues of a place, and not into the caller's deque.
#pragma once

#include <skua/detail/core/fibre.hpp>

namespace skua::sched {

/// Passes a task that already holds a token of its scope to any worker of the place. Any thread.
void submit(place_front* at, slot const& task) noexcept;
/// Like submit, but to a worker at once: a parked one, else a spare worker.
void submit_urgent(place_front* at, slot const& task) noexcept;
/// Ends the program with one line if there is no place `number`, to which a task is sent.
void require_place(int number);
/// Whether a task that the caller starts at place `number` is packed: `number` is another place, or
/// the check mode is on (options::check). Ends the program with one line if there is no place
/// `number`.
bool is_packed_for(int number);

}  // namespace skua::sched
