// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Phasers as tasks see them: registrations from spawn to end, and what the handle offers.
#include "sched/phaser_object.hpp"

#include <memory>

#include <skua/base/check.hpp>
#include <skua/sched/slab.hpp>

namespace skua::sched {
namespace {

registration* required(phaser_object* p, char const* text) noexcept {
  registration* r = registration_here(p);
  base::check(r != nullptr, text);
  return r;
}

}  // namespace

registration* make_registration(fibre* s, phaser_object* p, phaser_mode mode) {
  auto* r = ::new (block_get<registration>(s)) registration{};
  r->object = p;
  r->mode = mode;
  return r;
}

void free_registration(fibre* s, registration* r) noexcept { block_put<registration>(s, r); }

registration* registration_here(phaser_object const* p) noexcept {
  fibre* s = self();
  if (s == nullptr) return nullptr;
  registration* r = s->phasers;
  while (r != nullptr && r->object != p) r = r->next;
  return r;
}

void unlink_here(fibre* s, registration* r) noexcept {
  registration** link = &s->phasers;
  while (*link != r) link = &(*link)->next;
  *link = r->next;
}

registration* register_child(phased_word const& w, registration* others) {
  phaser_object* const p = w.ph.object();
  registration const* const parent = registration_here(p);
  auto const wanted = static_cast<std::uint32_t>(w.mode);
  base::check(parent == nullptr || (static_cast<std::uint32_t>(parent->mode) & wanted) == wanted,
              "phased: a task registered with a phaser passes on only the mode it has");
  registration* r;
  try {
    r = make_registration(self(), p, w.mode);
  } catch (...) {
    drop_unstarted(others);
    throw;
  }
  r->next = others;
  p->join(r, parent);
  return r;
}

registration* register_child(phased_like_parent_word, registration* others) {
  fibre* s = self();
  for (registration const* parent = s != nullptr ? s->phasers : nullptr; parent != nullptr; parent = parent->next) {
    registration* r;
    try {
      r = make_registration(s, parent->object, parent->mode);
    } catch (...) {
      drop_unstarted(others);
      throw;
    }
    r->next = others;
    others = r;
    r->object->join(r, parent);
  }
  return others;
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
  registration* const mine = s_->phasers;
  s_->phasers = outer_;
  drop_unstarted(mine);
}

phaser_object* make_phaser() {
  auto p = std::make_unique<phaser_object>();
  adopt(p.get(), true);
  return p.release();
}

phaser_object* make_registered_phaser(phaser_mode mode) {
  fibre* s = self();
  if (s == nullptr) outside_task("phaser(mode)");
  registration* r = make_registration(s, nullptr, mode);
  try {
    r->object = make_phaser();
  } catch (...) {
    free_registration(s, r);
    throw;
  }
  r->object->join(r, nullptr);
  r->next = s->phasers;
  s->phasers = r;
  return r->object;
}

void phaser_next(phaser_object* p) {
  registration* r = required(p, "phaser::next: the calling task is not registered with this phaser");
  if (r->signals()) (void)p->signal(r);
  if (r->waits()) p->wait(r);
}

void phaser_signal(phaser_object* p) {
  registration* r = required(p, "phaser::signal: the calling task is not registered with this phaser");
  base::check(r->signals(), "phaser::signal: the calling task is registered to wait only");
  (void)p->signal(r);
}

void phaser_wait(phaser_object* p) {
  registration* r = required(p, "phaser::wait: the calling task is not registered with this phaser");
  base::check(r->waits(), "phaser::wait: the calling task is registered to signal only");
  base::check(!r->signals() || r->signalled > r->waited,
              "phaser::wait: in mode signal_wait, signal first, or call next");
  p->wait(r);
}

void phaser_drop(phaser_object* p) {
  registration* r = required(p, "phaser::drop: the calling task is not registered with this phaser");
  fibre* s = self();
  unlink_here(s, r);
  p->leave(r);
  free_registration(s, r);
}

std::uint64_t phaser_phase(phaser_object const* p) noexcept { return p->phase(); }
bool phaser_registered(phaser_object const* p) noexcept { return registration_here(p) != nullptr; }

std::uint64_t sending_phase(phaser_object* p) {
  registration const* r = required(p, "phaser_accumulator::send: the calling task is not registered with the phaser");
  base::check(r->signals(), "phaser_accumulator::send: the calling task is registered to wait only");
  return p->sending_phase(r);
}
std::uint64_t phases_seen(phaser_object* p) noexcept { return p->phases_seen(registration_here(p)); }
std::uint64_t oldest_phase_needed(phaser_object* p) noexcept { return p->oldest_phase_needed(); }

}  // namespace skua::sched
