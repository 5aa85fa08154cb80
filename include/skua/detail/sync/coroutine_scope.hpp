// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// finish for coroutines: the scope's frame is in the awaiting coroutine's frame. The wait keeps
// no stack.
//
// The body is a task of the new scope, so that its tasks are queued where that scope is innermost
// (FRAME-2). The awaiting coroutine takes the role of the owner in a finish on a stack. The scope
// starts with `waiting` set and the body's token. The completer that returns the last token finds
// owner == nullptr and calls coroutine_scope_ended, which submits the awaiting coroutine.
#pragma once

#include <optional>

#include <skua/detail/sync/coroutine_start.hpp>
#include <skua/detail/sync/coroutine_wait.hpp>
#include <skua/finish.hpp>

namespace skua {
namespace sched {

struct coroutine_scope : scope_frame {
  std::coroutine_handle<> handle;  // the coroutine that awaits the end
  place_front* place = nullptr;
  std::uintptr_t outer = 0;  // slot word of its scope; holds a token
  // those of the awaiting coroutine, which its body has while it runs, as in a finish on a stack
  registration* registrations = nullptr;
  task_exit* exits = nullptr;                // those of the awaiting coroutine, and of the body when it has ended
  base::atomic<bool> body_has_ended{false};  // objects made from now on are told at the end of the task that makes them
};

/// In the task of the body: it has the registrations of the awaiting coroutine. The destructor
/// gives them back if no coroutine has taken them along.
class lent_registrations {
 public:
  explicit lent_registrations(coroutine_scope& scope) noexcept;
  ~lent_registrations();
  lent_registrations(lent_registrations const&) = delete;
  lent_registrations& operator=(lent_registrations const&) = delete;

 private:
  coroutine_scope& from_;
  registration* outer_;
};

/// Opens the scope inside the caller's, submits its body, suspends the caller.
SKUA_NOINLINE void open_coroutine_scope(coroutine_scope& scope, std::coroutine_handle<> handle, task_fn body,
                                        void* argument, bool is_task);
/// Called by complete_tokens and release_token with the last token of a frame without an owner.
void coroutine_scope_ended(scope_frame* frame) noexcept;
/// Called in the resumed coroutine: returns the result, or throws the exceptions of the tasks.
finish_result close_coroutine_scope(coroutine_scope& scope);
/// Called when the body coroutine has ended; `exception` is its exception or null.
void end_scope_body(coroutine_scope& scope, std::exception_ptr exception) noexcept;

/// Body is a task<T>, or a callable that returns one and may take a scope&.
template <class Body>
class finish_awaiter : coroutine_scope {
 public:
  template <class B>
  explicit finish_awaiter(B&& body) : body_(std::forward<B>(body)) {}
  bool await_ready() const noexcept { return false; }
  template <class Promise>
  void await_suspend(std::coroutine_handle<Promise> h) {
    open_coroutine_scope(*this, h, &run_body, this, is_own_task<Promise>);
  }
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
  static void run_body(slot* task, task_op) {  // shielded: starts even in a cancelled scope, like a finish body
    auto* const awaiter = *reinterpret_cast<finish_awaiter**>(task->buffer);
    lent_registrations const guard(*awaiter);
    if constexpr (coroutine_result<Body>::is_coroutine) {
      awaiter->start(std::move(awaiter->body_));
    } else if constexpr (std::is_invocable_v<Body&, scope&>) {
      awaiter->scope_.emplace(handle_of(awaiter));
      awaiter->start(awaiter->body_(*awaiter->scope_));
    } else {
      awaiter->start(awaiter->body_());
    }
  }

  Body body_;
  std::optional<scope> scope_;
};

}  // namespace sched

/// co_await finish(task), co_await finish(callable returning a task): runs the coroutine in a new
/// scope and resumes when every task spawned in it has ended. Result and exceptions as of
/// finish(body).
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
