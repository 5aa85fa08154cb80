// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A task that waits for several completions, its inputs, and can be cancelled.
//
// A task needs no parker if all of its inputs are tasks in its scope: that scope does not end
// before them, cancelled or not, so they always arrive.
//
// It counts the inputs that are not done. The call that registers the task counts as one more,
// until it opens the task's parker. Each completer counts under the lock bit of its completion,
// which has its result then but may not be done; the one of the last input claims the task there,
// as it claims other waiters. If a canceller has claimed the task before, the task is discarded,
// and withdrawn from its inputs.
//
// Invariants
//   INPUTS-1  A thread that has counted an input other than the last does not touch the task again.
//   INPUTS-2  A task is destroyed after the last access of every other thread: when all inputs have
//     been counted and one thread has claimed it, or when it has been withdrawn (WAIT-3).
// Edge INPUTS: the thread that counts the last input sees the results of all.
// Explored in tests/model/inputs_model.cpp.
//
// A `Task` has the members `missing` (the count, one more than its inputs at first), `waiter`
// (parker*, or null) and `inputs()`, and a function launch(Task&). An input is a wait_node with the
// members `task` and `needed()`.
#pragma once

#include <cstdint>
#include <type_traits>

#include <skua/detail/core/wait_list.hpp>

namespace skua::sched {

/// `n` of what the task waits for are done. Returns true if that was all; if not, the task may be
/// gone.
inline bool count_inputs(base::atomic<std::uint32_t>& missing, std::uint32_t n) noexcept {
  // sync: INPUTS -> count_inputs; INPUTS <- count_inputs
  return missing.fetch_sub(n, base::mutated("inputs.count") ? std::memory_order_relaxed : std::memory_order_acq_rel) ==
         n;
}

/// What the completer of an input does.
template <class Input>
inline constexpr wait_callback input_done{
    [](wait_node* node) noexcept {
      auto* const task = static_cast<Input*>(node)->task;
      return count_inputs(task->missing, 1) && (task->waiter == nullptr || task->waiter->try_win(wake_reason::event));
    },
    [](wait_node* node) noexcept {
      auto* const task = static_cast<Input*>(node)->task;
      task->waiter != nullptr ? task->waiter->deliver(wake_reason::event) : launch(*task);
    }};

/// Registers the task with its inputs, before its parker is opened. If all are done, returns true:
/// the caller closes the parker and launches the task. Otherwise the caller opens the parker, and
/// does not touch the task again.
template <class Task>
[[nodiscard]] bool register_inputs(Task* task) noexcept {
  std::uint32_t done = 1;
  for (auto& input : task->inputs()) {
    input.callback = &input_done<std::remove_reference_t<decltype(input)>>;
    if (!input.needed().add(&input)) ++done;
  }
  return count_inputs(task->missing, done);
}

/// A canceller has claimed the task: withdraws it from its inputs. Then the caller may destroy it.
template <class Task>
void withdraw(Task* task) noexcept {
  for (auto& input : task->inputs()) (void)input.needed().remove(&input);
}

}  // namespace skua::sched
