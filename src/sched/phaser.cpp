// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Phasers as tasks see them: registrations from spawn to end, and the operations of the handle.
#include "sched/phaser_object.hpp"

#include <memory>

#include <skua/detail/base/check.hpp>
#include <skua/detail/sched/size_class_freelist.hpp>
#include <skua/wire/reader.hpp>

#include "sched/place.hpp"

namespace skua::sched {
namespace {

registration* required(std::uint64_t name, char const* text) noexcept {
  registration* r = registration_here(name);
  base::check(r != nullptr, text);
  return r;
}

phaser_object* made_here(std::uint64_t name) noexcept { return static_cast<phaser_object*>(object_named(name)); }

phaser_mail& mail_at(place_front* at) {
  remote_hooks* const hooks = static_cast<place*>(at)->remote;
  base::check(hooks != nullptr, "a phaser was used that belongs to a scope of a run that has ended");
  return *hooks->phasers();
}

/// For a spawner that is not registered: `r` starts in the current phase.
void join_current(registration* r, std::uint64_t name) {
  place_front* const this_place = place_here();
  if (home_of_name(name) == this_place->number) {
    r->object = made_here(name);
    return r->object->join(r, nullptr);
  }
  // A traveller stands in at the home until this place's report of r is there.
  phaser_grant const g = mail_at(this_place).ask(name, static_cast<std::uint32_t>(r->mode));
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

phaser_object* phaser_at(place_front* at, std::uint64_t name) {
  return home_of_name(name) == at->number ? made_here(name) : mail_at(at).representative(name);
}

registration* make_registration(fibre* s, phaser_object* p, phaser_mode mode) {
  auto* r = ::new (block_get<registration>(s)) registration{};
  r->object = p;
  r->name = p != nullptr ? p->name() : 0;
  r->mode = mode;
  return r;
}

void free_registration(fibre* s, registration* r) noexcept { block_put<registration>(s, r); }

registration* registration_here(std::uint64_t name) noexcept {
  fibre* s = self();
  if (s == nullptr) return nullptr;
  registration* r = s->phasers;
  while (r != nullptr && r->name != name) r = r->next;
  return r;
}

void unlink_here(fibre* s, registration* r) noexcept {
  registration** link = &s->phasers;
  while (*link != r) link = &(*link)->next;
  *link = r->next;
}

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

scoped_registrations::scoped_registrations(registration* first) noexcept : s_(self()), outer_(s_->phasers) {
  s_->phasers = first;
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

std::uint64_t make_phaser() {
  auto p = std::make_unique<phaser_object>();
  adopt(p.get(), true);
  p->set_name(name_at(p->home(), p.get()));
  return p.release()->name();
}

std::uint64_t make_registered_phaser(phaser_mode mode) {
  fibre* s = self();
  if (s == nullptr) no_task_error("phaser(mode)");
  registration* r = make_registration(s, nullptr, mode);
  try {
    r->name = make_phaser();
  } catch (...) {
    free_registration(s, r);
    throw;
  }
  r->object = made_here(r->name);
  r->object->join(r, nullptr);
  r->next = s->phasers;
  s->phasers = r;
  return r->name;
}

void phaser_next(std::uint64_t name) {
  registration* r = required(name, "phaser::next: the calling task is not registered with this phaser");
  if (r->signals()) (void)r->object->signal(r);
  if (r->waits()) r->object->wait(r);
}

void phaser_signal(std::uint64_t name) {
  registration* r = required(name, "phaser::signal: the calling task is not registered with this phaser");
  base::check(r->signals(), "phaser::signal: the calling task is registered to wait only");
  (void)r->object->signal(r);
}

void phaser_wait(std::uint64_t name) {
  registration* r = required(name, "phaser::wait: the calling task is not registered with this phaser");
  base::check(r->waits(), "phaser::wait: the calling task is registered to signal only");
  base::check(!r->signals() || r->signalled > r->waited,
              "phaser::wait: in mode signal_wait, signal first, or call next");
  r->object->wait(r);
}

void phaser_drop(std::uint64_t name) {
  registration* r = required(name, "phaser::drop: the calling task is not registered with this phaser");
  fibre* s = self();
  unlink_here(s, r);
  r->object->leave(r);
  free_registration(s, r);
}

std::uint64_t phaser_phase(std::uint64_t name) noexcept {
  registration const* const r = registration_here(name);
  if (r != nullptr && (r->waits() || r->object->at_home())) return r->object->phase();
  place_front* const this_place = place_here();
  return home_of_name(name) == this_place->number ? made_here(name)->phase() : mail_at(this_place).ask(name, 0).phase;
}
bool phaser_registered(std::uint64_t name) noexcept { return registration_here(name) != nullptr; }

std::uint64_t sending_phase(std::uint64_t phaser) {
  registration const* r =
      required(phaser, "phaser_accumulator::send: the calling task is not registered with the phaser");
  base::check(r->signals(), "phaser_accumulator::send: the calling task is registered to wait only");
  return r->object->sending_phase(r);
}
std::uint64_t phases_seen(std::uint64_t phaser, phaser_object* p) noexcept {
  return p->phases_seen(registration_here(phaser));
}
std::uint64_t oldest_phase_needed(phaser_object* p) noexcept { return p->oldest_phase_needed(); }
void phaser_known_remotely(phaser_object* p) noexcept { p->expect_other_places(); }
std::vector<std::byte> kept_result(phaser_object* p, std::uint64_t accumulator, std::uint64_t phase) {
  return p->kept_result(accumulator, phase);
}

phaser_object* phaser_for_accumulator(std::uint64_t phaser) {
  base::check(home_of_name(phaser) == place_here()->number,
              "phaser_accumulator: it must be made at the place of its phaser");
  return made_here(phaser);
}

void phase_values::attach(phaser_object* p) noexcept {
  phaser_ = p;
  p->attach(this);
}
void phase_values::detach() noexcept {
  if (phaser_ != nullptr) phaser_->detach(this);
}
phase_values::~phase_values() = default;

}  // namespace skua::sched
