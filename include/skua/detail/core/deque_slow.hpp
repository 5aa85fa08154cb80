// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The slow paths of push and pop, which the inlined fast paths call.
#pragma once

#include <cstdint>

#include <skua/detail/core/fibre.hpp>

namespace skua::sched {

struct join_cell;

/// After a push that says so: a poll was requested, or the deque is full. The task may suspend.
SKUA_COLD void push_slow(fibre* current) noexcept(false);
/// Like push_slow, but counts the task in statistics and counted scopes.
SKUA_COLD void spawn_slow(fibre* current) noexcept(false);
/// Reclaims a slot that may be public, and counts that.
bool pop_slow(fibre* current, slot* base) noexcept;

/// Takes the newest slot above `base`; null if there is none.
SKUA_INLINE slot* pop_task(fibre* current, slot* base) noexcept {
  return current->pop(base, [current, base]() SKUA_INLINE_LAMBDA { return pop_slow(current, base); });
}

/// Takes the task of a join back from the middle of the deque (true: the caller runs it), or waits
/// until another fibre has run it.
SKUA_COLD bool take_back_or_wait(fibre* current, join_cell* join);
/// Runs a task that its waiter has taken, when `check_before_run` is set.
SKUA_COLD void run_taken_checked(fibre* current, slot* task, task_op op);

/// Answers a poll request: publishes tasks, divides a loop if a worker has no tasks, and lets
/// others run if they have waited too long. The task may suspend. Returns true if a loop was
/// divided.
SKUA_COLD bool answer_poll(fibre* current);
/// Queues a share of a running loop as a task of its scope, which may lie around the innermost one.
void queue_share(fibre* current, slot& task, std::uintptr_t scope_word, loop_share share) noexcept;
/// Whether the rest of a loop, which takes that many ticks, should be divided now. That depends on
/// whether a worker would have to be woken; in a simulation it always should.
[[nodiscard]] bool is_worth_sharing(fibre const* current, double ticks) noexcept;
/// The size of a long block from `first` on, rounded so that the next block begins at an aligned
/// element: vector instructions that cross the border of a cache line take twice the time.
constexpr std::int64_t aligned_size(std::int64_t first, std::int64_t n) noexcept {
  return n >= 64 ? n - (first + n) % 32 : n;
}
/// Whether a running loop must end because a scope around it is cancelled.
bool loop_must_stop(fibre* current) noexcept;

}  // namespace skua::sched
