// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// run_spmd: the same body at every place; and collective scopes, which all places of a set enter
// and leave together.
//
// Source: finish_spmd of HabaneroUPC++ (Kumar et al. 2014, section 3).
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <skua/finish.hpp>
#include <skua/place_set.hpp>
#include <skua/spawn.hpp>

namespace skua {
namespace remote {

/// How a collective scope went at one member, or at all of them.
struct share_of_scope {
  std::uint8_t was_cancelled = 0;
  std::uint64_t never_started = 0;
  std::uint64_t ran = 0;
  std::vector<std::byte> error;  // encoded; empty: none

  template <class Archive>
  void serialize(Archive& a) {
    a(was_cancelled, never_started, ran, error);
  }
};
/// Waits until every member of the set has come here as often as the caller; the sum of what they
/// brought.
share_of_scope meet(place_set const& all, share_of_scope const& mine);
/// The calling place's share, from its own finish.
share_of_scope share_of(finish_result const& r);
share_of_scope share_of(std::exception_ptr const& e);
finish_result result_of(share_of_scope const& total);

}  // namespace remote

/// Runs body() as a task at every place of the set (without one, at every place), and waits for all
/// of them and for what they spawned. The body travels as a task's function does. Throws what they
/// threw.
template <class Body>
finish_result run_spmd(place_set const& where, Body const& body) {
  if (sched::self() == nullptr) sched::outside_task("run_spmd");
  return finish([&] {
    for (int const p : where) spawn(on(p), body);
  });
}
template <class Body>
finish_result run_spmd(Body const& body) {
  if (sched::self() == nullptr) sched::outside_task("run_spmd");
  return run_spmd(place_set::all(), body);
}

/// A collective scope: every place of the set calls this with a body of its own, one caller per
/// place, in the same order of calls everywhere. Returns at each of them when the tasks of all
/// bodies have ended, wherever they ran, with the same result (counts are sums); if bodies or tasks
/// threw, each member throws the first exception in the order of the places. An exception or
/// cancel() ends the part of the member where it happens; the others hear of it at the end.
template <class Body>
finish_result finish(place_set const& members, Body&& body) {
  remote::share_of_scope mine;
  try {
    mine = remote::share_of(finish(std::forward<Body>(body)));
  } catch (...) {
    mine = remote::share_of(std::current_exception());
  }
  return remote::result_of(remote::meet(members, mine));
}

}  // namespace skua
