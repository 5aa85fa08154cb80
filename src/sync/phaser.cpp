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
  auto phaser = std::make_unique<phaser_object>();
  // First the name: as soon as the scope owns the phaser, the end of its body may look for it.
  phaser->made_at = place_here();
  std::uint64_t const name = name_at(phaser->home(), phaser.get());
  phaser->set_name(name);
  adopt(phaser.get(), true);
  (void)phaser.release();
  return name;
}

std::uint64_t make_registered_phaser(phaser_mode mode) {
  fibre* current = self();
  if (current == nullptr) no_task_error("phaser(mode)");
  registration* registration = make_registration(current, nullptr, mode);
  try {
    registration->name = make_phaser();
  } catch (...) {
    free_registration(current, registration);
    throw;
  }
  registration->object = phaser_made_here(registration->name);
  registration->object->join(registration, nullptr);
  registration->next = current->phasers;
  current->phasers = registration;
  hide_from_tasks_on_top(current);
  return registration->name;
}

void phaser_next(std::uint64_t name) {
  registration* registration =
      required_registration(name, "phaser::next: the calling task is not registered with this phaser");
  if (registration->is_signaller()) (void)registration->object->signal(registration);
  if (registration->waits()) registration->object->wait(registration);
}

void phaser_signal(std::uint64_t name) {
  registration* registration =
      required_registration(name, "phaser::signal: the calling task is not registered with this phaser");
  base::check(registration->is_signaller(), "phaser::signal: the calling task is registered to wait only");
  (void)registration->object->signal(registration);
}

void phaser_wait(std::uint64_t name) {
  registration* registration =
      required_registration(name, "phaser::wait: the calling task is not registered with this phaser");
  base::check(registration->waits(), "phaser::wait: the calling task is registered to signal only");
  base::check(!registration->is_signaller() || registration->signalled > registration->waited,
              "phaser::wait: in mode signal_wait, signal first, or call next");
  registration->object->wait(registration);
}

void phaser_drop(std::uint64_t name) {
  registration* registration =
      required_registration(name, "phaser::drop: the calling task is not registered with this phaser");
  fibre* current = self();
  unlink_here(current, registration);
  registration->object->leave(registration);
  free_registration(current, registration);
}

std::uint64_t phaser_phase(std::uint64_t name) noexcept {
  registration const* const registration = registration_here(name);
  if (registration != nullptr && (registration->waits() || registration->object->at_home()))
    return registration->object->phase();
  place_front* const this_place = place_here();
  return home_of_name(name) == this_place->number ? phaser_made_here(name)->phase()
                                                  : phaser_mail_at(this_place).ask(name, 0).phase;
}
bool phaser_registered(std::uint64_t name) noexcept { return registration_here(name) != nullptr; }

}  // namespace skua::sched
