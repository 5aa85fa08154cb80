// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls that run at another place when their message arrives, in the order in which a place sent
// them.
//
// A call travels as a task of the caller's scope, so the scope waits for it. The function that
// makes a task of a message already runs the call: it is called for one message after another. It
// makes a task only of an exception or a result, which must be passed on. So a place runs the calls
// of another place in the order in which they were sent, and a call costs one message at most.
//
// The call runs on the polling thread of its place, like the operation of a reducer: a wait in it
// ends the program with a message (src/core/message_section.hpp), and other messages wait for it.
#pragma once

#include <exception>
#include <optional>
#include <utility>

#include <skua/detail/remote/remote_task.hpp>

namespace skua::remote {

/// What is left of a call that threw: passes the exception to the scope.
struct rethrow_call {
  std::exception_ptr exception;
  void operator()() { std::rethrow_exception(std::move(exception)); }
};
/// What is left of a call with a result.
template <class R>
struct settled_call {
  std::optional<R> value;
  std::exception_ptr exception;
  R operator()() {
    if (exception) std::rethrow_exception(std::move(exception));
    return *std::move(value);
  }
};

/// The unpacking functions of such calls.
template <class Call>
void run_on_arrival(wire::reader& reader, sched::slot& task) {
  try {
    Call call = call_codec<Call>::unpack(reader);
    call();
    task.fn = nullptr;
  } catch (...) {
    sched::emplace_closure(sched::self(), &task, rethrow_call{std::current_exception()});
  }
}
template <class R, class Call>
void answer_on_arrival(wire::reader& reader, sched::slot& task) {
  auto const requester = reader.get<reply_to>();
  settled_call<R> settled;
  try {
    Call call = call_codec<Call>::unpack(reader);
    settled.value.emplace(call());
  } catch (...) {
    settled.exception = std::current_exception();
  }
  sched::emplace_closure(sched::self(), &task, returning_call<R, settled_call<R>>(std::move(settled), requester));
}

template <class Call>
void send_on_arrival(int to, Call const& call, unpack_fn unpack, reply_to const* requester) {
  require_call_serializable<Call>();
  task_list list;
  {
    packing_section const timed;
    std::size_t const header = list.begin();
    if (requester != nullptr) list.out().put(*requester);
    packing packed{list.out()};
    packed.place = caller_place();
    call_codec<Call>::pack(packed, call);
    list.end(header, unpack, 0);
  }
  send_tasks(to, list, false);
}

/// Sends a call to another place. Does nothing in a cancelled scope. Waits while the buffers to the
/// place are full. Throws what the encoding throws.
template <class Call>
void call_on_arrival(int to, Call const& call) {
  if (!never_starts(0)) send_on_arrival(to, call, &run_on_arrival<Call>, nullptr);
}
/// Like call_on_arrival, with a future of the result. In a cancelled scope the future has
/// cancelled_error.
template <class R, class Call>
future<R> ask_on_arrival(int to, Call const& call) {
  reply_to requester;
  future<R> result = future_of_remote<R>(0, requester);
  if (requester.call == 0) return result;
  try {
    send_on_arrival(to, call, &answer_on_arrival<R, Call>, &requester);
  } catch (...) {
    fail_call(caller_place(), requester.call, std::current_exception());
  }
  return result;
}

}  // namespace skua::remote
