// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Futures and promises as arguments of tasks at other places.
//
// A future that travels leaves its state where it is, under a number; the other place gets a state
// of its own that asks for the result at once, and whoever waits there waits on that. All
// shared_futures of one state that come to a place share one there, which stays as long as the
// first one lives, so the result travels once to each place; handed on, they name the first one
// again. A promise that travels leaves the state of its future behind; the new one sends its result
// home.
#pragma once

#include <utility>

#include <skua/place/far_task.hpp>
#include <skua/promise.hpp>

namespace skua {
namespace remote {

using give_fn = void (*)(sched::future_state*, reply_to);

/// A state as it travels: its place, its number there, and a share of what that place has given out
/// of it (shown_states.hpp). Number 0: the handle is empty.
struct state_name {
  std::int64_t place = -1;
  std::uint64_t number = 0;
  std::uint64_t share = 0;
};

/// What a place needs to make a state of its own for one of another place.
struct copy_kind {
  sched::future_state* (*make)();
  accept_fn accept;
  bool plain;   ///< as in expect_result
  bool shared;  ///< of shared_futures: they only look at the value
};

/// The name of a state for another place. The caller has a reference, and keeps it.
[[nodiscard]] state_name show_state(sched::place_front* at, sched::future_state* p, give_fn give);
/// The state that stands for it here, with a reference for the caller; the share is used up.
[[nodiscard]] sched::future_state* state_named(sched::place_front* at, state_name n, copy_kind const& kind);
/// When the state is ready, give(p, to) runs as a task that belongs to no scope. Takes over a
/// reference.
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

/// What a handle is on its way.
template <class R>
state_name pack_state(sched::future_value<R>* p) {
  if (p == nullptr) return {};
  require_result_travels<R>();
  return show_state(caller_place(), p, &give_result<R>);
}
template <class R, bool Shared>
sched::future_value<R>* unpack_state(state_name n) {
  if (n.number == 0) return nullptr;
  static constexpr copy_kind kind{[]() -> sched::future_state* { return sched::promise_state<R>::make(); },
                                  &accept_result<R>, plain_result<R>, Shared};
  return static_cast<sched::future_value<R>*>(state_named(caller_place(), n, kind));
}

}  // namespace remote

template <class R>
struct wire::codec<future<R>> {
  static void encode(writer& w, future<R> const& f) { w.put(remote::pack_state(sched::handle_access::state(f))); }
  static future<R> decode(reader& r) {
    return future<R>::adopt(remote::unpack_state<R, false>(r.get<remote::state_name>()));
  }
};

template <class R>
struct wire::codec<shared_future<R>> {
  static void encode(writer& w, shared_future<R> const& f) {
    w.put(remote::pack_state(sched::handle_access::state(f)));
  }
  static shared_future<R> decode(reader& r) {
    return future<R>::adopt(remote::unpack_state<R, true>(r.get<remote::state_name>()));
  }
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
