// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Continuations: tasks that wait for a future without a stack. Included by future.hpp.
//
// One block holds the state of the continuation's result and a pending task. If the future is
// already ready, the continuation is an ordinary async task.
#pragma once

#include <skua/detail/core/pending.hpp>
#include <skua/detail/sync/deferred_state.hpp>
#include <skua/future.hpp>

namespace skua::sched {

/// A future and a function, by reference, of which a continuation is built where it will live.
template <class Source, class F>
struct continuation_parts {
  Source&& source;
  F&& f;
};

/// The body of a continuation.
template <class Source, class F>
struct continuation {
  Source source;
  F f;
  template <class G>
  explicit continuation(continuation_parts<Source, G>&& parts)
      : source(std::move(parts.source)), f(std::forward<G>(parts.f)) {}
  decltype(auto) operator()() {
    if (SKUA_UNLIKELY(!source.is_ready())) source.wait();  // deferred: this is its first waiter, and runs it
    return f(std::move(source));
  }
};

template <class Source, class F>
struct stored_call<continuation_parts<Source, F>> {
  using closure = continuation<Source, std::decay_t<F>>;
};

template <class R, class F>
struct then_state final : task_state<R, F> {
  awaiting_task pending;

  template <class G>
  explicit then_state(G&& function) : task_state<R, F>(std::forward<G>(function)) {
    this->dispose = [](future_state* disposed) noexcept {
      auto* state = static_cast<then_state*>(disposed);
      state->~then_state();
      block_put<then_state>(self(), state);
    };
  }
};

template <class Source, class F>
auto continue_with(Source&& source, F&& function)
    -> future<std::invoke_result_t<std::decay_t<F>&, std::decay_t<Source>>> {
  using R = std::invoke_result_t<std::decay_t<F>&, std::decay_t<Source>>;
  using parts = continuation_parts<std::decay_t<Source>, F>;
  future_state* const awaited = handle_access::state(source);
  fibre* const current = self();
  // relaxed: the task reads it again
  if (current != nullptr && (awaited->is_ready() || awaited->deferred.load(std::memory_order_relaxed))) {
    return future<R>::adopt(push_future<R>(current, parts{std::move(source), std::forward<F>(function)}));
  }
  using state = then_state<R, closure_of<parts>>;
  place_front* const this_place = place_here();
  auto* const made = make_state<state>(current, parts{std::move(source), std::forward<F>(function)});
  awaiting_task& task = made->pending;
  task.awaited = &awaited->ready;
  task.place = this_place;
  task.fn = &future_task<R, closure_of<parts>>;
  task.argument = static_cast<claimable*>(made);
  task.scope = counted_scope(current, this_place);
  auto result = future<R>::adopt(made);
  if (awaited->deferred.load(std::memory_order_relaxed) ||  // relaxed: the task reads it again
      arm(task, {task.scope & slot_scope_mask, "future", awaited})) {
    launch(task);
  }
  return result;
}

}  // namespace skua::sched
