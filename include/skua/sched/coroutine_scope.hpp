// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finish for coroutines: a scope whose frame lies in the awaiting coroutine's frame, waited for
// without a stack.
//
// The body is a task of the new scope (so that what it spawns is queued where that scope is
// innermost, I9) and the awaiting coroutine is what "the owner" is for a finish on a stack: the
// scope is born waiting, with the body's token; whoever gives the last token back finds owner ==
// nullptr and calls coroutine_scope_ended, which submits the awaiting coroutine.
#pragma once

#include <optional>

#include <skua/finish.hpp>
#include <skua/sched/coroutine_start.hpp>

namespace skua {
namespace sched {

struct coroutine_scope : scope_frame {
  std::coroutine_handle<> handle;  // who awaits the end
  place_front* at = nullptr;
  std::uintptr_t outer = 0;  // slot word of its scope; holds a token
};

/// Opens the scope inside the caller's, submits its body, suspends the caller.
SKUA_NOINLINE void open_coroutine_scope(coroutine_scope& c, std::coroutine_handle<> h, task_fn body, void* argument);
/// The last token came back; from complete_tokens and release_token, for frames without an owner.
void coroutine_scope_ended(scope_frame* f) noexcept;
/// In the resumed coroutine: how it ended; throws what its tasks threw.
finish_result close_coroutine_scope(coroutine_scope& c);
/// The body coroutine has ended.
void end_scope_body(coroutine_scope& c, std::exception_ptr e) noexcept;

/// Body is a task<T>, or a callable that returns one and may take a scope&.
template <class Body>
class finish_awaiter : coroutine_scope {
 public:
  template <class B>
  explicit finish_awaiter(B&& body) : body_(std::forward<B>(body)) {}
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> h) { open_coroutine_scope(*this, h, &run_body, this); }
  finish_result await_resume() { return close_coroutine_scope(*this); }

 private:
  template <class T>
  void start(task<T>&& t) {
    start_root(std::move(t), &body_done<T>, static_cast<coroutine_scope*>(this));
  }
  template <class T>
  static void body_done(void* frame, void* context) noexcept {
    auto const h = std::coroutine_handle<task_promise<T>>::from_address(frame);
    std::exception_ptr e = std::move(h.promise().error);
    h.destroy();
    end_scope_body(*static_cast<coroutine_scope*>(context), std::move(e));
  }
  static void run_body(slot* h, task_op) {  // shielded: starts also in a cancelled scope, as a finish body does
    auto* const me = *reinterpret_cast<finish_awaiter**>(h->buffer);
    if constexpr (coroutine_result<Body>::is_coroutine) {
      me->start(std::move(me->body_));
    } else if constexpr (std::is_invocable_v<Body&, scope&>) {
      me->scope_.emplace(handle_of(me));
      me->start(me->body_(*me->scope_));
    } else {
      me->start(me->body_());
    }
  }

  Body body_;
  std::optional<scope> scope_;
};

}  // namespace sched

/// co_await finish(task), co_await finish(callable returning a task): runs the coroutine in a scope
/// of its own; goes on when every task spawned in it has ended. Throws what they threw. Result as
/// of finish(body).
template <class T>
[[nodiscard]] sched::finish_awaiter<task<T>> finish(task<T>&& body) {
  return sched::finish_awaiter<task<T>>(std::move(body));
}
template <class Body>
  requires(sched::returns_task<std::decay_t<Body>&> || sched::returns_task<std::decay_t<Body>&, scope&>)
[[nodiscard]] sched::finish_awaiter<std::decay_t<Body>> finish(Body&& body) {
  return sched::finish_awaiter<std::decay_t<Body>>(std::forward<Body>(body));
}

}  // namespace skua
