// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// run_spmd runs the same body at every place. finish(place_set, body) is a collective scope, which
// all places of a set enter and leave together.
//
// Source: finish_spmd of HabaneroUPC++ (Kumar et al. 2014, section 3).
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <skua/detail/base/wide_tree.hpp>
#include <skua/detail/core/outlined_finish.hpp>
#include <skua/finish.hpp>
#include <skua/place_set.hpp>
#include <skua/spawn.hpp>

namespace skua {
namespace remote {

/// The outcome of a collective scope at one member, or the sum over all members.
struct share_of_scope {
  std::uint8_t was_cancelled = 0;
  std::uint64_t never_started = 0;
  std::uint64_t ran = 0;
  std::vector<std::byte> error;  // the encoded exception; empty: none

  template <class Archive>
  void serialize(Archive& archive) {
    archive(was_cancelled, never_started, ran, error);
  }
};
/// Waits until every member of the set has made as many calls as the caller; returns the sum of
/// their shares.
share_of_scope rendezvous(place_set const& members, share_of_scope const& share);
/// The calling place's share, from the result or the exception of its finish.
share_of_scope share_of(finish_result const& result);
share_of_scope share_of(std::exception_ptr const& exception);
finish_result result_of(share_of_scope const& total);

/// The task of run_spmd for many places: starts the tasks of its children in a tree of the members
/// (none: all places), then runs the body.
template <class Body>
struct spmd_task {
  Body body;

  void operator()(place_set const& members) {
    bool const everywhere = members.size() == 0;
    base::wide_tree const tree(everywhere ? here() : members.rank_of(here()), 0,
                               everywhere ? places() : members.size());
    for (int i = 0; i < tree.children(); ++i)
      remote::spawn_elsewhere(everywhere ? tree.child(i) : members[tree.child(i)], sched::bind_call(*this, members));
    if constexpr (sched::is_coroutine_call<Body>) {
      spawn(body);
    } else {
      body();
    }
  }
};

/// A task of run_spmd travels like its body.
template <class Body>
struct call_codec<spmd_task<Body>> {
  static constexpr bool serializable = call_codec<Body>::serializable;
  static constexpr bool trivially_serializable = call_codec<Body>::trivially_serializable;
  static void pack(packing& packing, spmd_task<Body> const& task) { call_codec<Body>::pack(packing, task.body); }
  static spmd_task<Body> unpack(wire::reader& reader) { return {call_codec<Body>::unpack(reader)}; }
};

}  // namespace remote

/// Runs body() as a task at every place of the set (without a set: at all places), and waits for
/// these tasks and all that they spawn. The body travels like the function of a spawned task.
/// Throws their exceptions as finish does.
template <class Body>
finish_result run_spmd(place_set const& members, Body const& body) {
  if (sched::self() == nullptr) sched::no_task_error("run_spmd");
  return sched::finish_outlined([&] {
    if (members.size() <= base::wide_tree::width) {
      for (int const place : members) spawn(on(place), body);
    } else {
      auto const receivers = members.size() == places() ? place_set() : members;
      spawn(on(members.root()), remote::spmd_task<std::decay_t<Body>>{body}, receivers);
    }
  });
}
template <class Body>
finish_result run_spmd(Body const& body) {
  if (sched::self() == nullptr) sched::no_task_error("run_spmd");
  return run_spmd(place_set::all(), body);
}

/// A collective scope: every place of the set calls this with its own body, one caller per place,
/// in the same order of calls at every place. All calls return when the tasks of all bodies have
/// ended at all places, with the same result (counts are sums). If bodies or tasks threw, each
/// member throws the first exception in the order of the places. An exception or cancel() ends the
/// scope's part at its own member only; the other members hear of it at the end. Throws
/// cancelled_error if the caller's scope is cancelled while it waits for the other members, which
/// get its share nevertheless.
template <class Body>
finish_result finish(place_set const& members, Body&& body) {
  remote::share_of_scope share;
  try {
    share = remote::share_of(finish(std::forward<Body>(body)));
  } catch (...) {
    share = remote::share_of(std::current_exception());
  }
  return remote::result_of(remote::rendezvous(members, share));
}

}  // namespace skua
