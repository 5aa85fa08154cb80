// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Phasers as tasks see them: registrations from spawn to end, and the operations of the handle.
#include "core/task_events.hpp"
#include "sync/phaser_object.hpp"

#include <memory>

#include <skua/detail/base/check.hpp>
#include <skua/detail/core/self.hpp>

namespace skua::sched {

std::uint64_t make_phaser() {
  auto p = std::make_unique<phaser_object>();
  // First the name: as soon as the scope owns the phaser, the end of its body may look for it.
  p->made_at = place_here();
  std::uint64_t const name = name_at(p->home(), p.get());
  p->set_name(name);
  adopt(p.get(), true);
  (void)p.release();
  return name;
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
  r->object = phaser_made_here(r->name);
  r->object->join(r, nullptr);
  r->next = s->phasers;
  s->phasers = r;
  hide_from_tasks_on_top(s);
  return r->name;
}

void phaser_next(std::uint64_t name) {
  registration* r = required_registration(name, "phaser::next: the calling task is not registered with this phaser");
  if (r->is_signaller()) (void)r->object->signal(r);
  if (r->waits()) r->object->wait(r);
}

void phaser_signal(std::uint64_t name) {
  registration* r = required_registration(name, "phaser::signal: the calling task is not registered with this phaser");
  base::check(r->is_signaller(), "phaser::signal: the calling task is registered to wait only");
  (void)r->object->signal(r);
}

void phaser_wait(std::uint64_t name) {
  registration* r = required_registration(name, "phaser::wait: the calling task is not registered with this phaser");
  base::check(r->waits(), "phaser::wait: the calling task is registered to signal only");
  base::check(!r->is_signaller() || r->signalled > r->waited,
              "phaser::wait: in mode signal_wait, signal first, or call next");
  r->object->wait(r);
}

void phaser_drop(std::uint64_t name) {
  registration* r = required_registration(name, "phaser::drop: the calling task is not registered with this phaser");
  fibre* s = self();
  unlink_here(s, r);
  r->object->leave(r);
  free_registration(s, r);
}

std::uint64_t phaser_phase(std::uint64_t name) noexcept {
  registration const* const r = registration_here(name);
  if (r != nullptr && (r->waits() || r->object->at_home())) return r->object->phase();
  place_front* const this_place = place_here();
  return home_of_name(name) == this_place->number ? phaser_made_here(name)->phase()
                                                  : phaser_mail_at(this_place).ask(name, 0).phase;
}
bool phaser_registered(std::uint64_t name) noexcept { return registration_here(name) != nullptr; }

}  // namespace skua::sched
