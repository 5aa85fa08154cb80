// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A queued task: one cache line, relocatable by memcpy, with the closure in place or boxed in a
// slab block.
#pragma once

#include <cstddef>
#include <cstdint>

namespace skua::sched {

struct slot;
struct scope_frame;

/// What a task function is asked to do with its slot.
enum class task_op {
  /// only with slot_any: turn it into bytes for another place and free what it owns; slot::scope
  /// holds the place
  run,         ///< run it and free what it owns
  destroy,     ///< never start it; free what it owns, a future gets cancelled_error
  run_unique,  ///< run an awaited future's task on top of its only holder
  pack,
  ///< layer's packing* meanwhile
};

using task_fn = void (*)(slot*, task_op);

inline constexpr std::size_t slot_closure_bytes = 48;

struct alignas(64) slot {
  task_fn fn;
  std::uintptr_t scope;  // scope_frame* with the flags below
  alignas(16) std::byte buffer[slot_closure_bytes];
};
static_assert(sizeof(slot) == 64);

// Flags in slot::scope: in the low bits, since scope frames are 16-byte aligned (more is not to be
// had in the frame of a coroutine), and in the highest, which no address of a program has.
inline constexpr std::uintptr_t slot_counted = 1;    // holds a token of its scope
inline constexpr std::uintptr_t slot_claimable = 2;  // buffer starts with a claimable*: a future's or a join's task
inline constexpr std::uintptr_t slot_shielded = 4;   // starts even if its scope is cancelled
inline constexpr std::uintptr_t slot_in_shield = 8;  // in fibre::scope: the running task is shielded
// may run at any place: its function knows task_op::pack
inline constexpr std::uintptr_t slot_any = std::uintptr_t{1} << 63;
inline constexpr std::uintptr_t slot_scope_mask = ~(std::uintptr_t{15} | slot_any);

inline scope_frame* scope_of(std::uintptr_t word) noexcept {
  return reinterpret_cast<scope_frame*>(word & slot_scope_mask);
}

/// Base of whatever waits for one particular slot and may take it back: future states and the cells
/// of invoke.
struct claimable {
  // Its slot in the deque of the fibre that pushed it; a hint once the slot became public. Set by
  // the push: not initialised, and therefore no base::atomic; but another fibre may look while the
  // slot's owner moves it.
  slot* slot_hint;

  slot* where() const noexcept { return __atomic_load_n(&slot_hint, __ATOMIC_RELAXED); }
  void set_where(slot* s) noexcept { __atomic_store_n(&slot_hint, s, __ATOMIC_RELAXED); }
};

inline claimable* claimable_of(slot const* s) noexcept { return *reinterpret_cast<claimable* const*>(s->buffer); }

/// Whether a slot is what a task left behind that has gone to another place (exporting.cpp): every
/// queued task has a scope.
inline bool is_gap(slot const& s) noexcept { return s.scope == 0; }

inline void copy_slot(slot* to, slot const* from) noexcept {
  __builtin_memcpy(static_cast<void*>(to), from, sizeof(slot));
}

/// Copies a slot within its fibre; whoever waits for it finds it at its new place.
inline void move_slot(slot* to, slot const* from) noexcept {
  copy_slot(to, from);
  if ((to->scope & slot_claimable) != 0) claimable_of(to)->set_where(to);
}

}  // namespace skua::sched
