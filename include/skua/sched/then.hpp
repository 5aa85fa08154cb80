// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Continuations: a task that waits for a future without a stack; included by future.hpp.
//
// It is the state of its own result with a pending task inside: one block. Ready already, it is an
// ordinary async task.
#pragma once

#include <skua/future.hpp>
#include <skua/sched/deferred_state.hpp>
#include <skua/sched/pending.hpp>

namespace skua::sched {

/// The body of a continuation.
template <class Source, class F>
struct continuation {
  Source source;
  F f;
  decltype(auto) operator()() {
    if (SKUA_UNLIKELY(!source.is_ready())) source.wait();  // deferred: the continuation is its first waiter
    return f(std::move(source));
  }
};

template <class R, class F>
struct then_state final : task_state<R, F> {
  pending_task pending;

  template <class G>
  explicit then_state(G&& g) : task_state<R, F>(std::forward<G>(g)) {
    this->dispose = [](future_state* p) noexcept {
      auto* q = static_cast<then_state*>(p);
      q->~then_state();
      block_put<then_state>(self(), q);
    };
  }
};

template <class Source, class F>
auto continue_with(Source&& source, F&& f) -> future<std::invoke_result_t<std::decay_t<F>&, std::decay_t<Source>>> {
  using R = std::invoke_result_t<std::decay_t<F>&, std::decay_t<Source>>;
  using body = continuation<std::decay_t<Source>, std::decay_t<F>>;
  future_state* const on = handle_access::state(source);
  fibre* const s = self();
  // relaxed: the task looks again
  if (s != nullptr && (on->is_ready() || on->deferred.load(std::memory_order_relaxed))) {
    return future<R>::adopt(push_future<R>(s, body{std::move(source), std::forward<F>(f)}));
  }
  using state = then_state<R, body>;
  place_front* const at = place_here();
  void* memory = block_get<state>(s);
  state* p;
  try {
    p = ::new (memory) state(body{std::move(source), std::forward<F>(f)});
  } catch (...) {
    block_put<state>(s, memory);
    throw;
  }
  pending_task& t = p->pending;
  t.on = &on->ready;
  t.at = at;
  t.fn = &future_task<R, body>;
  t.argument = static_cast<claimable*>(p);
  t.scope = counted_scope(s, at);
  auto result = future<R>::adopt(p);
  if (on->deferred.load(std::memory_order_relaxed) ||  // relaxed: the task looks again
      arm(t, t.scope & slot_scope_mask, "future", on)) {
    launch(t);
  }
  return result;
}

}  // namespace skua::sched
