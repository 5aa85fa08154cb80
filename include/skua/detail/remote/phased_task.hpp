// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a task registered with phasers is sent: its registrations, then its call. It stays bytes
// until a worker runs or drops it, since only a task of the place can register there. Until then
// its travellers keep the phases from ending.
#pragma once

#include <skua/detail/remote/travel.hpp>
#include <skua/detail/sync/registration.hpp>

namespace skua::remote {

template <class Call>
struct call_codec<sched::phased_call<Call>> {
  static constexpr bool serializable = call_codec<Call>::serializable;
  static constexpr bool trivially_serializable = false;
  static void pack(packing& packed, sched::phased_call<Call> const& call) {
    sched::pack_registrations(call.registrations.first, packed.message);
    call_codec<Call>::pack(packed, call.call);
  }
  /// The packed call will be sent: hands the registrations over to it.
  static void handed_over(sched::phased_call<Call> const& call) noexcept { call.registrations.hand_over(); }
  static sched::phased_call<Call> unpack(wire::reader& reader) {
    sched::registration_owner registrations(sched::unpack_registrations(reader));
    return {call_codec<Call>::unpack(reader), std::move(registrations)};
  }
};

}  // namespace skua::remote
