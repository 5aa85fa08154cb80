// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Futures and promises as arguments of tasks at other places.
//
// A future that travels leaves its state where it is, under a number, with a reference; the other place gets a state of its
// own that asks for the result at once, and whoever waits there waits on that. Handed on from there, that state is the one
// that answers. A promise that travels leaves the state of its future behind; the new one sends its result home.
#pragma once

#include <utility>

#include <skua/place/far_task.hpp>
#include <skua/promise.hpp>

namespace skua {
namespace remote {

using give_fn = void (*)(sched::future_state*, reply_to);

/// The state as seen by another place: its number, for one question. Takes over a reference.
[[nodiscard]] std::uint64_t show_state(sched::place_front* at, sched::future_state* p, give_fn give);
/// Asks for the result of a state that another place has shown.
void ask_state(sched::place_front* at, reply_to shown, std::uint64_t call);
/// When the state is ready, give(p, to) runs as a task that belongs to no scope. Takes over a reference.
void when_ready(sched::place_front* at, sched::future_state* p, give_fn give, reply_to to);

/// Sends the result of a ready state, and gives the reference up.
template <class R>
void give_result(sched::future_state* p, reply_to to) {
  if (p->error) {
    send_failure(to, p->error);
  } else {
    try {
      wire::writer value;
      if constexpr (!std::is_void_v<R>) wire::encode(value, static_cast<sched::future_value<R>*>(p)->value());
      send_result(to, value);
    } catch (...) {
      send_failure(to, std::current_exception());
    }
  }
  p->release();
}

/// In front of a travelling handle. No call: the handle is empty.
template <class R>
reply_to pack_state(sched::future_value<R>* p) {
  if (p == nullptr) return {};
  require_result_travels<R>();
  sched::place_front* const at = caller_place();
  p->retain();
  return {at->number, show_state(at, p, &give_result<R>)};
}
template <class R>
sched::future_value<R>* unpack_state(reply_to shown) {
  if (shown.call == 0) return nullptr;
  sched::place_front* const at = caller_place();
  auto* const p = sched::promise_state<R>::make();
  ask_state(at, shown, expect<R>(at, p));
  return p;
}

}  // namespace remote

template <class R>
struct wire::codec<future<R>> {
  static void encode(writer& w, future<R> const& f) { w.put(remote::pack_state(sched::handle_access::state(f))); }
  static future<R> decode(reader& r) { return future<R>::adopt(remote::unpack_state<R>(r.get<remote::reply_to>())); }
};

template <class R>
struct wire::codec<shared_future<R>> {
  static void encode(writer& w, shared_future<R> const& f) { w.put(remote::pack_state(sched::handle_access::state(f))); }
  static shared_future<R> decode(reader& r) { return future<R>::adopt(remote::unpack_state<R>(r.get<remote::reply_to>())); }
};

template <class R>
struct wire::codec<promise<R>> {
  static void encode(writer& w, promise<R> const& p) {
    remote::require_result_travels<R>();
    sched::place_front* const at = remote::caller_place();
    sched::future_value<R>* const state = const_cast<promise<R>&>(p).release();  // the wire layer has only const views
    w.put(state == nullptr ? remote::reply_to{} : remote::reply_to{at->number, remote::expect<R>(at, state)});
  }
  static promise<R> decode(reader& r) {
    auto const home = r.get<remote::reply_to>();
    promise<R> p;
    if (home.call == 0) {
      p.release()->release();
      return p;
    }
    p.state()->retain();
    remote::when_ready(remote::caller_place(), p.state(), &remote::give_result<R>, home);
    return p;
  }
};

}  // namespace skua
