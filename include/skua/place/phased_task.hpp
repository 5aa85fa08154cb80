// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a task registered with phasers travels: its registrations, then its call. It stays bytes
// until a worker runs or drops it, since only a task of the place can register there; until then
// its travellers hold the phases.
#pragma once

#include <skua/place/travel.hpp>
#include <skua/sched/registration.hpp>

namespace skua::remote {

template <class Call>
struct call_codec<sched::phased_call<Call>> {
  static constexpr bool travels = call_codec<Call>::travels;
  static constexpr bool plain = false;
  static void pack(packing& k, sched::phased_call<Call> const& c) {
    sched::pack_registrations(c.registrations.first, k.out);
    call_codec<Call>::pack(k, c.call);
  }
  /// What was packed will be sent.
  static void handed_over(sched::phased_call<Call> const& c) noexcept { c.registrations.hand_over(); }
  static sched::phased_call<Call> unpack(wire::reader& in) {
    sched::registration_owner registrations(sched::unpack_registrations(in));
    return {call_codec<Call>::unpack(in), std::move(registrations)};
  }
};

}  // namespace skua::remote
