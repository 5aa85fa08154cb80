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

/// For a spawner that is not registered: `r` starts in the current phase.
void join_current(registration* r, std::uint64_t name) {
  place_front* const this_place = place_here();
  if (home_of_name(name) == this_place->number) {
    r->object = phaser_made_here(name);
    return r->object->join(r, nullptr);
  }
  // A traveller stands in at the home until this place's report of r is there.
  phaser_grant const g = phaser_mail_at(this_place).ask(name, static_cast<std::uint32_t>(r->mode));
  r->object = phaser_at(this_place, name);
  r->signalled = r->waited = g.phase;
  r->object->arrive(r, {g.token, home_of_name(name)});
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

registration* register_child(phased_word const& w, registration* rest) {
  std::uint64_t const name = w.ph.name();
  registration const* const parent = registration_here(name);
  auto const mode_bits = static_cast<std::uint32_t>(w.mode);
  base::check(parent == nullptr || (static_cast<std::uint32_t>(parent->mode) & mode_bits) == mode_bits,
              "phased: a task registered with a phaser passes on only the mode it has");
  registration* r = nullptr;
  try {
    r = make_registration(self(), parent != nullptr ? parent->object : nullptr, w.mode);
    r->name = name;
    if (parent == nullptr) join_current(r, name);
  } catch (...) {
    if (r != nullptr) free_registration(self(), r);
    drop_unstarted(rest);
    throw;
  }
  r->next = rest;
  if (parent != nullptr) r->object->join(r, parent);
  return r;
}

registration* register_child(phased_like_parent_word, registration* rest) {
  fibre* s = self();
  for (registration const* parent = s != nullptr ? s->phasers : nullptr; parent != nullptr; parent = parent->next) {
    registration* r;
    try {
      r = make_registration(s, parent->object, parent->mode);
    } catch (...) {
      drop_unstarted(rest);
      throw;
    }
    r->next = rest;
    rest = r;
    r->object->join(r, parent);
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

void end_registrations(fibre* s) noexcept {
  if (s->phasers != nullptr) drop_unstarted(std::exchange(s->phasers, nullptr));
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
  for (registration* r = first; r != nullptr; r = r->next) ++n;
  to.put(n);
  for (registration* r = first; r != nullptr; r = r->next) {
    r->object->expect_other_places();
    to.put(packed_registration{r->name, r->signalled, r->waited, reinterpret_cast<std::uintptr_t>(r), r->object->home(),
                               r->mode});
  }
}

registration* unpack_registrations(wire::reader& from) {
  registration* first = nullptr;
  place_front* const this_place = place_here();
  for (auto n = from.get<std::uint32_t>(); n > 0; --n) {
    auto const p = from.get<packed_registration>();
    registration* const r = make_registration(self(), phaser_at(this_place, p.name), p.mode);
    r->signalled = p.signalled;
    r->waited = p.waited;
    r->next = first;
    first = r;
    r->object->arrive(r, {p.traveller, p.from});
  }
  return first;
}

}  // namespace skua::sched
