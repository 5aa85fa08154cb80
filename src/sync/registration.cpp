// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registrations of tasks with phasers, from spawn to end, and on their way to another place.
#include <skua/detail/core/self.hpp>
#include <skua/detail/sync/registration.hpp>

#include <utility>

#include <skua/detail/base/check.hpp>
#include <skua/wire/reader.hpp>

#include "core/place.hpp"
#include "core/task_events.hpp"
#include "sync/phaser_object.hpp"

namespace skua::sched {
namespace {

/// For a spawner that is not registered: `registration` starts in the current phase.
void join_current(registration* registration, std::uint64_t name) {
  place_front* const this_place = place_here();
  if (home_of_name(name) == this_place->number) {
    registration->object = phaser_made_here(name);
    return registration->object->join(registration, nullptr);
  }
  // A traveller stands in at the home until this place's report of `registration` is there.
  phaser_grant const grant = phaser_mail_at(this_place).ask(name, static_cast<std::uint32_t>(registration->mode));
  registration->object = phaser_at(this_place, name);
  registration->signalled = registration->waited = grant.phase;
  registration->object->arrive(registration, {grant.token, home_of_name(name)});
}

/// A registration as it is sent to another place.
struct packed_registration {
  std::uint64_t name;
  std::uint64_t signalled;
  std::uint64_t waited;
  std::uint64_t traveller;
  std::int32_t from;
  phaser_mode mode;
};

}  // namespace

registration* register_child(phased_word const& word, registration* rest) {
  std::uint64_t const name = word.ph.name();
  registration const* const parent = registration_here(name);
  auto const mode_bits = static_cast<std::uint32_t>(word.mode);
  base::check(parent == nullptr || (static_cast<std::uint32_t>(parent->mode) & mode_bits) == mode_bits,
              "phased: a task registered with a phaser passes on only the mode it has");
  registration* registration = nullptr;
  try {
    registration = make_registration(self(), parent != nullptr ? parent->object : nullptr, word.mode);
    registration->name = name;
    if (parent == nullptr) join_current(registration, name);
  } catch (...) {
    if (registration != nullptr) free_registration(self(), registration);
    drop_unstarted(rest);
    throw;
  }
  registration->next = rest;
  if (parent != nullptr) registration->object->join(registration, parent);
  return registration;
}

registration* register_child(phased_like_parent_word, registration* rest) {
  fibre* current = self();
  for (registration const* parent = current != nullptr ? current->phasers : nullptr; parent != nullptr;
       parent = parent->next) {
    registration* registration;
    try {
      registration = make_registration(current, parent->object, parent->mode);
    } catch (...) {
      drop_unstarted(rest);
      throw;
    }
    registration->next = rest;
    rest = registration;
    registration->object->join(registration, parent);
  }
  return rest;
}

void drop_unstarted(registration* first) noexcept {
  while (first != nullptr) {
    registration* const next = first->next;
    first->object->leave(first);
    free_registration(self(), first);
    first = next;
  }
}

void end_registrations(fibre* current) noexcept {
  if (current->phasers != nullptr) drop_unstarted(std::exchange(current->phasers, nullptr));
}

scoped_registrations::scoped_registrations(registration* first) noexcept : s_(self()), outer_(s_->phasers) {
  s_->phasers = first;
  if (first != nullptr) hide_from_tasks_on_top(s_);
}

scoped_registrations::~scoped_registrations() {
  registration* const own = s_->phasers;
  s_->phasers = outer_;
  drop_unstarted(own);
}

void pack_registrations(registration* first, wire::writer& to) {
  std::uint32_t n = 0;
  for (registration* registration = first; registration != nullptr; registration = registration->next) ++n;
  to.put(n);
  for (registration* registration = first; registration != nullptr; registration = registration->next) {
    registration->object->expect_other_places();
    to.put(packed_registration{registration->name, registration->signalled, registration->waited,
                               reinterpret_cast<std::uintptr_t>(registration), registration->object->home(),
                               registration->mode});
  }
}

registration* unpack_registrations(wire::reader& from) {
  registration* first = nullptr;
  place_front* const this_place = place_here();
  for (auto n = from.get<std::uint32_t>(); n > 0; --n) {
    auto const arrived = from.get<packed_registration>();
    registration* const registration = make_registration(self(), phaser_at(this_place, arrived.name), arrived.mode);
    registration->signalled = arrived.signalled;
    registration->waited = arrived.waited;
    registration->next = first;
    first = registration;
    registration->object->arrive(registration, {arrived.traveller, arrived.from});
  }
  return first;
}

}  // namespace skua::sched
