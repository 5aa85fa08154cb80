// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks that start when futures are ready, and other ways of starting that need no inlining.
#include <skua/detail/core/self.hpp>
#include <skua/detail/sync/start_task.hpp>

#include <memory>
#include <new>
#include <span>
#include <thread>

#include <skua/detail/base/check.hpp>
#include <skua/detail/core/pending.hpp>
#include <skua/detail/core/size_class_freelist.hpp>
#include <skua/detail/sync/deferred_state.hpp>

#include "core/cancel.hpp"
#include "core/place.hpp"
#include "core/place_registry.hpp"
#include "core/ready.hpp"
#include "core/remote_hooks.hpp"
#include "core/scope_frame.hpp"
#include "core/settings.hpp"
#include "core/switch.hpp"
#include "sync/inputs.hpp"

namespace skua::sched {
namespace {

struct after_task;

/// A future that a task waits for.
struct input : wait_node {
  after_task* task;
  future_state* state;
  completion& needed() const noexcept { return state->ready; }
};

/// A task that waits for futures, in one block with its inputs. It has one token of its scope,
/// which passes from the waiting task to the started one.
struct after_task : pending_task {
  after_task(place_front* at, slot const& started, destination where, std::uint32_t count,
             future_state* result_state) noexcept
      : missing(count + 1), n(count), target(where), result(result_state) {
    __builtin_memcpy(started_task, &started, sizeof(slot));
    place = at;
    is_urgent = target.urgent;
    argument = this;
    scope = (started.scope & (slot_scope_mask | slot_shielded)) | slot_counted;
  }

  base::atomic<std::uint32_t> missing;
  std::uint32_t n;
  destination target;
  future_state* result;
  alignas(16) std::byte started_task[sizeof(slot)];  // not a slot, whose alignment exceeds that of a block

  std::span<input> inputs() noexcept { return {reinterpret_cast<input*>(this + 1), n}; }
  slot started() const noexcept {
    slot task;
    __builtin_memcpy(static_cast<void*>(&task), started_task, sizeof(slot));
    return task;
  }
  std::exception_ptr first_error() noexcept {
    for (input const& input : inputs())
      if (input.state->error) return input.state->error;
    return nullptr;
  }
};

int class_of_after(std::uint32_t n) noexcept {
  return class_of_block(sizeof(after_task) + n * sizeof(input), alignof(after_task));
}

after_task* make_after(place_front* at, slot const& task, destination to, std::span<future_state* const> futures,
                       future_state* result) {
  auto const n = static_cast<std::uint32_t>(futures.size());
  int const size_class = class_of_after(n);
  void* const memory =
      size_class >= 0 ? block_get_class(self(), size_class) : ::operator new(sizeof(after_task) + n * sizeof(input));
  auto* const waiting = ::new (memory) after_task(at, task, to, n, result);
  for (std::uint32_t i = 0; i < n; ++i) {
    ::new (static_cast<void*>(waiting->inputs().data() + i)) input{{}, waiting, futures[i]};
    retain_as_watcher(futures[i]);
  }
  return waiting;
}

void destroy(after_task* task) noexcept {
  for (input const& input : task->inputs()) release_as_watcher(input.state);
  if (task->waiter != nullptr) pooled_parker_put(task->place, static_cast<pooled_parker*>(task->waiter));
  int const size_class = class_of_after(task->n);
  task->~after_task();
  if (size_class >= 0) {
    block_put_class(self(), task, size_class);
  } else {
    ::operator delete(task);
  }
}

struct destroyer {
  void operator()(after_task* task) const noexcept { destroy(task); }
};
using after_owner = std::unique_ptr<after_task, destroyer>;

/// Called once by the winner of the claim.
void claimed(parker* waiter) noexcept {
  auto& task = *static_cast<pending_task*>(static_cast<pooled_parker*>(waiter)->context);
  task.reason = waiter->close();
  launch(task);
}

/// All futures are ready, without an exception: whether the task starts elsewhere, or may.
bool leaves(after_task const& task) {
  place const& home = *static_cast<place const*>(task.place);
  return home.remote != nullptr && (task.target.place != home.number || (task.target.named && check_mode_is_on()) ||
                                    (task.started().scope & slot_any) != 0);
}

/// Passes a task with a token of its scope to its place, or to the queue from which other places
/// steal.
void pass_on(after_task const& waiting) {
  place& home = *static_cast<place*>(waiting.place);
  slot task = waiting.started();
  if ((task.scope & slot_any) == 0 || waiting.target.place != home.number) {
    home.remote->send_task(task, waiting.target.place, waiting.target.urgent);
  } else {
    submit(&home, task);
  }
}

/// Runs on a worker, under the task's scope.
void step(slot* own, task_op op) {
  auto* const waiting = *reinterpret_cast<after_task**>(own->buffer);
  slot task = waiting->started();
  if (op == task_op::destroy || waiting->reason == wake_reason::cancelled) {
    if (waiting->reason == wake_reason::cancelled) withdraw(waiting);
    destroy(waiting);
    // the code that discards this step has counted it
    return op == task_op::destroy ? task.fn(&task, task_op::destroy) : discard(self(), &task);
  }
  after_owner const owner(waiting);
  if (std::exception_ptr exception = waiting->first_error()) {
    if (waiting->result != nullptr) {
      waiting->result->error = exception;
    } else {
      capture_into(task.scope, exception);
    }
    discard(self(), &task);
  } else if (leaves(*waiting)) {
    scope_of(task.scope)->state.add(1);  // the task takes one with it; this step has its own
    pass_on(*waiting);
  } else {
    if ((task.scope & slot_claimable) != 0) static_cast<future_state*>(claimable_of(&task))->ready.prefetch_waiter();
    task.fn(&task, task_op::run);
  }
}

/// Adds one to a count of the worker that runs the caller, on its own line.
void count_one(fibre const* current, base::atomic<std::uint64_t> worker::* count) noexcept {
  auto& n = worker_of(current)->*count;
  n.store(n.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);  // relaxed: a count, this thread's
}

}  // namespace

bool have_values(std::span<future_state* const> futures) noexcept {
  for (future_state const* const state : futures)
    if (!state->is_ready() || state->error) return false;
  return true;
}

void submit_after(place_front* at, slot const& task, destination to, std::span<future_state* const> futures,
                  future_state* result) {
  place& home = *static_cast<place*>(at);
  place_pin const pin(&home);
  after_task* const waiting = make_after(at, task, to, futures, result);
  waiting->fn = &step;
  scope_frame const* const scope = scope_of(task.scope);
  bool is_open = false;
  future_state* foreign = nullptr;  // may never be ready
  for (future_state* const state : futures) {
    if (state->is_ready() || run_deferred(state)) continue;
    is_open = true;
    if (foreign == nullptr && !state->is_ready_before_end_of(scope)) foreign = state;
  }
  if (!is_open) return launch(*waiting);
  if (result != nullptr && (task.scope & (slot_claimable | slot_any)) == slot_claimable && !to.named) {
    result->maker = made_by::after;
    result->set_where(reinterpret_cast<slot*>(scope_of(task.scope)));
  }
  if (foreign != nullptr) {
    std::uintptr_t const waits_under = (task.scope & slot_shielded) != 0 ? 0 : task.scope & slot_scope_mask;
    waiting->waiter = begin_pending(*waiting, {waits_under, "after", foreign}, &claimed);
  }
  parker* const waiter = waiting->waiter;  // which outlives the task
  if (register_inputs(waiting)) {
    if (waiter != nullptr) (void)waiter->close();  // no other thread could claim it
    launch(*waiting);
  } else if (waiter != nullptr) {
    open_wait(home, *waiter);
  }
}

void fail_run(std::exception_ptr exception) noexcept {
  auto& home = *static_cast<place*>(place_here());
  if (home.remote != nullptr && home.remote->run_failed(exception)) return;
  capture_into(reinterpret_cast<std::uintptr_t>(&home.root), std::move(exception));
  cancel_scope(home, &home.root);
}

void launch_async_queued(place_front* at) noexcept {
  fibre const* const current = self();
  if (current != nullptr && current->place == at) {
    count_one(current, &worker::promised_made);
  } else {
    static_cast<place*>(at)->spares.demand.promised_by_thread();
  }
}

void launch_async_started() noexcept {
  if (fibre const* const current = self()) count_one(current, &worker::promised_started);
}

}  // namespace skua::sched
