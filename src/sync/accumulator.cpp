// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of an accumulator that need its phaser.
#include <skua/detail/sync/accumulator.hpp>

#include <skua/detail/base/check.hpp>

#include "core/place.hpp"
#include "sync/phaser_object.hpp"

namespace skua::sched {

phaser_object* phaser_at(place_front* at, std::uint64_t name) {
  return home_of_name(name) == at->number ? phaser_made_here(name) : phaser_mail_at(at).representative(name);
}

std::uint64_t sending_phase(std::uint64_t phaser) {
  registration const* registration =
      required_registration(phaser, "phaser_accumulator::send: the calling task is not registered with the phaser");
  base::check(registration->is_signaller(), "phaser_accumulator::send: the calling task is registered to wait only");
  return registration->object->sending_phase(registration);
}

std::uint64_t phases_seen(std::uint64_t phaser, phaser_object* owner) noexcept {
  return owner->phases_seen(registration_here(phaser));
}

std::uint64_t oldest_phase_needed(phaser_object* owner) noexcept { return owner->oldest_phase_needed(); }

void phaser_known_remotely(phaser_object* owner) noexcept { owner->expect_other_places(); }

std::vector<std::byte> kept_result(std::uint64_t phaser, phaser_object* owner, std::uint64_t accumulator) {
  return owner->kept_result(registration_here(phaser), accumulator);
}

phaser_object* phaser_for_accumulator(std::uint64_t phaser) {
  base::check(home_of_name(phaser) == place_here()->number,
              "phaser_accumulator: it must be made at the place of its phaser");
  return phaser_made_here(phaser);
}

void phase_values::attach(phaser_object* owner) noexcept {
  phaser_ = owner;
  owner->attach(this);
}

void phase_values::detach() noexcept {
  if (phaser_ != nullptr) phaser_->detach(this);
}

phase_values::~phase_values() = default;

}  // namespace skua::sched
