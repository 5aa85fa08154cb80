// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Futures and promises as arguments of tasks at other places.
//
// A future that is sent to another place leaves its state at home, under a number. The other place
// makes a separate state, which asks for the result at once; waiters there wait for that one. All
// shared_futures of one state that come to a place share one copy there. The copy stays as long as
// the original lives, so the result is sent once to each place. A shared_future that is sent on
// names the original again. A promise that is sent leaves the state of its future at home; the new
// promise sends its result there.
#pragma once

#include <utility>

#include <skua/detail/remote/remote_task.hpp>
#include <skua/promise.hpp>

namespace skua {
namespace remote {

using give_fn = void (*)(sched::future_state*, reply_to);

/// The name of a state in a message: its place, its number there, and some of the shares that the
/// place has given out (exported_futures.hpp). Number 0: the handle is empty.
struct state_name {
  std::int64_t place = -1;
  std::uint64_t number = 0;
  std::uint64_t share = 0;
};

/// How to make a copy of a state of another place.
struct copy_kind {
  sched::future_state* (*make)();
  accept_fn accept;
  bool trivially_serializable;  ///< as in expect_result
  bool shared;                  ///< of shared_futures: they do not move the value out
};

/// Makes a name of a state for another place. The caller has a reference, and keeps it.
[[nodiscard]] state_name export_state(sched::place_front* at, sched::future_state* state, give_fn give);
/// The state that this place has for the name, with a reference for the caller. Takes the name's
/// share.
[[nodiscard]] sched::future_state* import_state(sched::place_front* at, state_name name, copy_kind const& type);
/// Runs give(state, to) as a task that belongs to no scope, when the state is ready. Takes over a
/// reference.
void when_ready(sched::place_front* at, sched::future_state* state, give_fn give, reply_to to);

/// Sends the result of a ready state, and releases the reference.
template <class R>
void give_result(sched::future_state* state, reply_to to) {
  if (state->error) {
    send_failure(to, state->error);
  } else {
    try {
      wire::writer value;
      if constexpr (!std::is_void_v<R>) {
        packing_section const timed;
        wire::encode(value, static_cast<sched::future_value<R>*>(state)->value());
      }
      send_result(to, value);
    } catch (...) {
      send_failure(to, std::current_exception());
    }
  }
  state->release();
}

/// The name that a message carries for a handle.
template <class R>
state_name pack_state(sched::future_value<R>* state) {
  if (state == nullptr) return {};
  require_result_serializable<R>();
  return export_state(caller_place(), state, &give_result<R>);
}
template <class R, bool Shared>
sched::future_value<R>* unpack_state(state_name name) {
  if (name.number == 0) return nullptr;
  static constexpr copy_kind kind{[]() -> sched::future_state* { return sched::promise_state<R>::make(); },
                                  &accept_result<R>, trivially_serializable_result<R>, Shared};
  return static_cast<sched::future_value<R>*>(import_state(caller_place(), name, kind));
}

}  // namespace remote

template <class R>
struct wire::codec<future<R>> {
  static void encode(writer& writer, future<R> const& awaited) {
    writer.put(remote::pack_state(sched::handle_access::state(awaited)));
  }
  static future<R> decode(reader& reader) {
    return future<R>::adopt(remote::unpack_state<R, false>(reader.get<remote::state_name>()));
  }
};

template <class R>
struct wire::codec<shared_future<R>> {
  static void encode(writer& writer, shared_future<R> const& future) {
    writer.put(remote::pack_state(sched::handle_access::state(future)));
  }
  static shared_future<R> decode(reader& reader) {
    return future<R>::adopt(remote::unpack_state<R, true>(reader.get<remote::state_name>()));
  }
};

template <class R>
struct wire::codec<promise<R>> {
  static void encode(writer& writer, promise<R> const& source) {
    remote::require_result_serializable<R>();
    sched::place_front* const this_place = remote::caller_place();
    // the wire layer has only const views
    sched::future_value<R>* const state = const_cast<promise<R>&>(source).release();
    writer.put(state == nullptr ? remote::reply_to{}
                                : remote::reply_to{this_place->number, remote::expect<R>(this_place, state)});
  }
  static promise<R> decode(reader& reader) {
    auto const home = reader.get<remote::reply_to>();
    promise<R> source;
    if (home.call == 0) {
      source.release()->release();
      return source;
    }
    source.state()->retain();
    remote::when_ready(remote::caller_place(), source.state(), &remote::give_result<R>, home);
    return source;
  }
};

}  // namespace skua
