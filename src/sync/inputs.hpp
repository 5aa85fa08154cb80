// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A task that waits for several completions, its inputs, and can be cancelled.
//
// A task needs no parker if all of its inputs are tasks in its scope: that scope does not end
// before them, cancelled or not, so they always arrive.
//
// It counts the inputs that are not done. The call that registers the task counts as one more, so
// that the task does not start before that call has ended. The thread of the last input claims the
// task's parker. If a canceller has claimed it before, the task is discarded while inputs may still
// be on their way: the last thread that may touch the task destroys it.
//
// Invariants
//   INPUTS-1  After its call of `arrive` a thread touches the task only if that returned something
//     other than `waits`.
//   INPUTS-2  A discarded task is destroyed once: by the thread of its last input or by the one
//     that discards it, whichever leaves later. Its parker is not reused before that.
// Edge INPUTS: the thread that counts the last input sees the results of all; the one that destroys
// the task comes after every other access.
// Explored in tests/model/inputs_model.cpp.
//
// A `Task` has the members `missing` (input_count), `waiter` (parker*, or null) and `inputs()`, and
// functions launch(Task&) and destroy(Task*). An input is a wait_node with the members `task` and
// `needed()`.
#pragma once

#include <cstdint>
#include <type_traits>

#include <skua/detail/core/wait_list.hpp>

namespace skua::sched {

enum class arrival : std::uint8_t {
  waits,    ///< other inputs are not done
  last,     ///< all are done: the caller claims the task; if it cannot, it calls leave()
  destroys  ///< the task was discarded: the caller destroys it
};

class input_count {
 public:
  explicit input_count(std::uint32_t inputs) noexcept : word_(inputs + 1) {}

  /// `n` inputs are done, or the registration has ended.
  arrival arrive(std::uint32_t n) noexcept {
    // sync: INPUTS -> arrive, leave; INPUTS <- arrive, leave
    std::uint32_t const before =
        word_.fetch_sub(n, base::mutated("inputs.arrive") ? std::memory_order_relaxed : std::memory_order_acq_rel);
    if ((before & ~has_left) != n) return arrival::waits;
    return (before & has_left) != 0 ? arrival::destroys : arrival::last;
  }

  /// The thread of the last input could not claim the task. Returns true if it destroys the task.
  bool leave() noexcept {
    // sync: INPUTS -> arrive, leave; INPUTS <- arrive, leave
    std::uint32_t const before =
        word_.fetch_or(has_left, base::mutated("inputs.leave") ? std::memory_order_relaxed : std::memory_order_acq_rel);
    return (before & has_left) != 0;
  }

  /// The task is discarded, and `withdrawn` of its inputs will not arrive any more. Returns true if
  /// the caller destroys the task.
  bool discard(std::uint32_t withdrawn) noexcept {
    if (withdrawn != 0 && arrive(withdrawn) == arrival::last) return true;  // no other thread is on its way
    return leave();
  }

 private:
  static constexpr std::uint32_t has_left = std::uint32_t{1} << 31;  // one of the two that may destroy it has left

  base::atomic<std::uint32_t> word_;
};

/// After `n` inputs are done, or the registration has ended. It may start the task.
template <class Task>
void note_arrival(Task* task, std::uint32_t n) noexcept {
  arrival const state = task->missing.arrive(n);
  if (state == arrival::waits) return;
  if (state == arrival::last) {
    if (task->waiter == nullptr) return launch(*task);
    if (task->waiter->try_win(wake_reason::event)) return task->waiter->deliver(wake_reason::event);
    if (!task->missing.leave()) return;
  }
  destroy(task);
}

/// Registers the task with its inputs, before its parker is opened. Returns how many are done; the
/// caller notes their arrival, and its own, when the parker is open.
template <class Task>
std::uint32_t register_inputs(Task* task) noexcept {
  std::uint32_t done = 0;
  for (auto& input : task->inputs()) {
    using type = std::remove_reference_t<decltype(input)>;
    input.fire = [](wait_node* node) noexcept { note_arrival(static_cast<type*>(node)->task, 1); };
    if (!input.needed().add(&input)) ++done;
  }
  return done;
}

/// A canceller has claimed the parker: withdraws the task from its inputs.
template <class Task>
void withdraw(Task* task) noexcept {
  std::uint32_t withdrawn = 0;
  for (auto& input : task->inputs()) withdrawn += input.needed().remove(&input) ? 1 : 0;
  if (task->missing.discard(withdrawn)) destroy(task);
}

}  // namespace skua::sched
