// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pushes closures to the deque: the fast path of every kind of task. Also takes the newest task
// back.
#pragma once

#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include <skua/detail/core/scope_frame.hpp>
#include <skua/detail/core/size_class_freelist.hpp>

namespace skua::sched {

/// A function and its arguments, by reference: a closure is built of them where it will live, so
/// that each is copied once. An object of this type cannot be stored.
template <class F, class... Args>
struct call_parts;
template <class F, class... Args>
struct bound_call;

/// The closure that a call becomes when it is stored.
template <class Call>
struct stored_call {
  using closure = Call;
};
template <class F, class... Args>
struct stored_call<call_parts<F, Args...>> {
  using closure = bound_call<std::decay_t<F>, std::decay_t<Args>...>;
};
template <class Call>
using closure_of = typename stored_call<std::decay_t<Call>>::closure;

/// Whether a copy of the bytes is a copy of the object. (A std::tuple of numbers is not trivially
/// copyable, since it has an assignment.)
template <class F>
inline constexpr bool is_copied_by_bytes =
    std::is_trivially_copy_constructible_v<F> && std::is_trivially_move_constructible_v<F> &&
    std::is_trivially_destructible_v<F>;

/// Whether a closure is stored in the slot; otherwise it is boxed in a block. Either way memcpy can
/// move the slot.
template <class F>
inline constexpr bool fits_in_slot = sizeof(F) <= slot_closure_bytes && alignof(F) <= 16 && is_copied_by_bytes<F>;

/// The task function of a closure type. It copies an in-place closure out of the slot first,
/// because nested pushes reuse the slot.
template <class F>
void closure_task(slot* task, task_op op) {
  if constexpr (fits_in_slot<F>) {
    F function(*std::launder(reinterpret_cast<F*>(task->buffer)));
    if (SKUA_LIKELY(op != task_op::destroy)) function();
  } else {
    F* function = *reinterpret_cast<F**>(task->buffer);
    struct owner {
      F* function;
      ~owner() {
        function->~F();
        block_put<F>(self(), function);
      }
    } owned{function};
    if (SKUA_LIKELY(op != task_op::destroy)) (*function)();
  }
}

/// Copies a closure word by word. It was just built by 8-byte stores; a vector copy by the compiler
/// would read across two of them, which defeats store forwarding (8 ns).
template <class F>
SKUA_INLINE void copy_words(void* to, F const& from) noexcept {
  auto* target = static_cast<char*>(to);
  auto const* source = reinterpret_cast<char const*>(&from);
  constexpr std::size_t words = sizeof(F) / 8;
#pragma GCC unroll 8
  for (std::size_t i = 0; i < words; ++i) {
    std::uint64_t word;
    __builtin_memcpy(&word, source + 8 * i, 8);
    asm("" : "+r"(word));
    __builtin_memcpy(target + 8 * i, &word, 8);
  }
  if constexpr (sizeof(F) % 8 != 0) __builtin_memcpy(target + 8 * words, source + 8 * words, sizeof(F) % 8);
}

template <class F>
SKUA_INLINE void emplace_closure(fibre* current, slot* task, F&& function) {
  using closure = closure_of<F>;
  if constexpr (fits_in_slot<closure>) {
    ::new (static_cast<void*>(task->buffer)) closure(std::forward<F>(function));
  } else {
    void* memory = block_get<closure>(current);
    if constexpr (std::is_same_v<closure, std::decay_t<F>> && std::is_trivially_copyable_v<closure> &&
                  sizeof(closure) <= 256) {
      copy_words<closure>(memory, function);
    } else if constexpr (std::is_nothrow_constructible_v<closure, F&&>) {
      ::new (memory) closure(std::forward<F>(function));
    } else {
      try {
        ::new (memory) closure(std::forward<F>(function));
      } catch (...) {
        block_put<closure>(current, memory);
        throw;
      }
    }
    *reinterpret_cast<void**>(task->buffer) = memory;
  }
  task->fn = &closure_task<closure>;
}

/// Pushes a closure as a task of the innermost scope; `flags` are slot flags.
template <class F>
SKUA_INLINE void push_closure(fibre* current, F&& function, std::uintptr_t flags = 0) {
  slot* task = current->top();
  emplace_closure(current, task, std::forward<F>(function));
  task->scope = current->scope | flags;
  if (SKUA_UNLIKELY(current->push(task))) spawn_slow(current);
}

/// Pushes a task that a waiter may take back; the slot's buffer starts with a pointer to its
/// claimable. Returns true if the caller must enter the slow path of a push.
[[nodiscard]] SKUA_INLINE bool push_claimable(fibre* current, task_fn fn, claimable* claim, std::uintptr_t flags = 0) {
  slot* task = current->top();
  *reinterpret_cast<claimable**>(task->buffer) = claim;
  task->fn = fn;
  task->scope = current->scope | slot_claimable | flags;
  claim->set_where(task);
  return current->push(task);
}

/// Whether the newest slot, `task`, has the task of `claim`, in the innermost scope. The flags are
/// tested because a slot that was reused after a steal may still hold the old claimable in its
/// buffer, if its own closure is empty.
SKUA_INLINE bool has_newest(fibre const* current, slot const* task, claimable const* claim) noexcept {
  if (SKUA_UNLIKELY(task != claim->where())) return false;
  // atomic: an exporter may be taking this task (exporting.cpp)
  std::uintptr_t const scope = __atomic_load_n(&task->scope, __ATOMIC_RELAXED);
  if (SKUA_UNLIKELY(scope != (current->scope | slot_claimable) &&
                    scope != (current->scope | slot_claimable | slot_any)))
    return false;
  return SKUA_LIKELY(claimable_of(task) == claim);
}

/// Fast path of taking a task back: succeeds if it is the newest slot and private. Then the caller
/// may run the slot at top().
SKUA_INLINE bool take_newest(fibre* current, claimable* claim) noexcept {
  slot* task = current->top() - 1;
  return has_newest(current, task, claim) && current->pop_if_private(task);
}

/// Like take_newest, for the claimable of a join on this stack. Its slot is not reused while the
/// join is open, unless the deque was compacted, which clears the claimables of stolen slots.
SKUA_INLINE bool take_newest_join(fibre* current, claimable* claim) noexcept {
  slot* task = current->top() - 1;
  if (SKUA_UNLIKELY(task != claim->where() || claimable_of(task) != claim)) return false;
  return current->pop_if_private(task);
}

}  // namespace skua::sched
