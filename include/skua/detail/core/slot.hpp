// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A queued task: one cache line that memcpy can move, with the closure in place or in a block.
#pragma once

#include <cstddef>
#include <cstdint>

namespace skua::sched {

struct slot;
struct scope_frame;

/// The operation that a task function performs on its slot.
enum class task_op {
  run,         ///< run the task and free what it owns
  destroy,     ///< do not start the task; free what it owns; a future gets cancelled_error
  run_unique,  ///< run the task of an awaited future on top of its only holder
  /// only with slot_any: write the task as bytes for another place and free what it owns;
  /// slot::scope holds the layer remote's packing* during the call
  pack,
};

using task_fn = void (*)(slot*, task_op);

inline constexpr std::size_t slot_closure_bytes = 48;

struct alignas(64) slot {
  task_fn fn;
  std::uintptr_t scope;  // scope_frame* with the flags below
  alignas(16) std::byte buffer[slot_closure_bytes];
};
static_assert(sizeof(slot) == 64);

// Flags in slot::scope. Four are in the low bits, because scope frames are 16-byte aligned (the
// frame of a coroutine has no larger alignment). One is in the highest bit, which no user address
// has.
inline constexpr std::uintptr_t slot_counted = 1;    // holds a token of its scope
inline constexpr std::uintptr_t slot_claimable = 2;  // buffer starts with a claimable*: a future's or a join's task
inline constexpr std::uintptr_t slot_shielded = 4;   // starts even if its scope is cancelled
inline constexpr std::uintptr_t slot_in_shield = 8;  // in fibre::scope: the running task is shielded
// may run at any place: its function implements task_op::pack
inline constexpr std::uintptr_t slot_any = std::uintptr_t{1} << 63;
inline constexpr std::uintptr_t slot_scope_mask = ~(std::uintptr_t{15} | slot_any);

inline scope_frame* scope_of(std::uintptr_t word) noexcept {
  return reinterpret_cast<scope_frame*>(word & slot_scope_mask);
}

/// Base of objects that wait for one particular slot and may take it back: future states and the
/// cells of invoke.
struct claimable {
  // Its slot in the deque of the fibre that pushed it; a hint once the slot is public. The push
  // sets it, so it is not initialised and therefore no base::atomic. Accesses are atomic because
  // another fibre may read it while the slot's owner moves the slot.
  slot* slot_hint;

  slot* where() const noexcept { return __atomic_load_n(&slot_hint, __ATOMIC_RELAXED); }
  void set_where(slot* task) noexcept { __atomic_store_n(&slot_hint, task, __ATOMIC_RELAXED); }
};

inline claimable* claimable_of(slot const* task) noexcept { return *reinterpret_cast<claimable* const*>(task->buffer); }

/// Whether the slot is empty because its task was exported to another place (exporting.cpp). Every
/// queued task has a scope.
inline bool is_gap(slot const& task) noexcept { return task.scope == 0; }

/// Replaces a task that was taken from between others. Its owner may read the scope at the same
/// time (take_newest).
inline void make_gap(slot& task) noexcept {
  task.fn = [](slot*, task_op) {};
  __atomic_store_n(&task.scope, std::uintptr_t{0}, __ATOMIC_RELAXED);
}

inline void copy_slot(slot* to, slot const* from) noexcept {
  __builtin_memcpy(static_cast<void*>(to), from, sizeof(slot));
}

/// The slot's task is gone: a waiter must not find its claimable here.
inline void forget_claimable(slot* task) noexcept { *reinterpret_cast<claimable**>(task->buffer) = nullptr; }

/// Moves a slot within its fibre and updates its claimable, so that the waiter finds it.
inline void move_slot(slot* to, slot const* from) noexcept {
  copy_slot(to, from);
  if ((to->scope & slot_claimable) != 0) claimable_of(to)->set_where(to);
}

}  // namespace skua::sched
