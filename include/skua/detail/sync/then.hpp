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
  using parts = continuation_parts<std::decay_t<Source>, F>;
  future_state* const awaited = handle_access::state(source);
  fibre* const s = self();
  // relaxed: the task reads it again
  if (s != nullptr && (awaited->is_ready() || awaited->deferred.load(std::memory_order_relaxed))) {
    return future<R>::adopt(push_future<R>(s, parts{std::move(source), std::forward<F>(f)}));
  }
  using state = then_state<R, closure_of<parts>>;
  place_front* const this_place = place_here();
  void* memory = block_get<state>(s);
  state* p;
  try {
    p = ::new (memory) state(parts{std::move(source), std::forward<F>(f)});
  } catch (...) {
    block_put<state>(s, memory);
    throw;
  }
  pending_task& t = p->pending;
  t.awaited = &awaited->ready;
  t.place = this_place;
  t.fn = &future_task<R, closure_of<parts>>;
  t.argument = static_cast<claimable*>(p);
  t.scope = counted_scope(s, this_place);
  auto result = future<R>::adopt(p);
  if (awaited->deferred.load(std::memory_order_relaxed) ||  // relaxed: the task reads it again
      arm(t, t.scope & slot_scope_mask, "future", awaited)) {
    launch(t);
  }
  return result;
}

}  // namespace skua::sched
