// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Phases: joining, signalling, waiting, leaving.
#include "sync/phaser_object.hpp"

#include <utility>

#include <skua/detail/base/check.hpp>
#include <skua/detail/core/self.hpp>
#include <skua/detail/core/size_class_freelist.hpp>

#include "core/place.hpp"
#include "core/remote_hooks.hpp"

namespace skua::sched {

struct phaser_object::ticket {
  queue_node node;  // first member: the queue holds pointers to it
  phaser_object* phaser;
  std::uint64_t phase;
  std::uint32_t settled_by;
};

void phaser_object::join(registration* member, registration const* parent) noexcept {
  lock_.lock();
  member->signalled = parent != nullptr && parent->is_signaller() ? parent->signalled : front_;
  member->waited = parent != nullptr && parent->waits() ? parent->waited : current();
  member->settled_by = parent != nullptr ? parent->settled_by : 0;
  insert(member);
  lock_.unlock();
}

/// Under the lock.
void phaser_object::insert(registration* registration) noexcept {
  registration->member_previous = nullptr;
  registration->member_next = members_;
  if (members_ != nullptr) members_->member_previous = registration;
  members_ = registration;
  waiting_members_ += registration->waits();
  if (registration->is_signaller()) count_in(registration);
}

/// Under the lock.
void phaser_object::erase(registration* registration) noexcept {
  (registration->member_previous != nullptr ? registration->member_previous->member_next : members_) =
      registration->member_next;
  if (registration->member_next != nullptr) registration->member_next->member_previous = registration->member_previous;
  waiting_members_ -= registration->waits();
  if (registration->is_signaller()) count_out(registration);
}

void phaser_object::count_in(registration const* registration) noexcept {
  if (signallers_++ == 0 && representative_) front_ = registration->signalled;
  had_signallers_ = true;
  end_is_noted_ = false;
  if (SKUA_UNLIKELY(registration->signalled < front_)) {
    base::check(representative_, "internal: a signaller that a phaser has not waited for");  // REMOTE-PHASER-1
    front_ = registration->signalled;
    recount();
    return;
  }
  if (registration->signalled == front_) ++pending_;
  if (registration->signalled > front_ + 1) ++ahead_;
}

void phaser_object::count_out(registration const* registration) noexcept {
  --signallers_;
  if (registration->signalled == front_) --pending_;
  if (registration->signalled > front_ + 1) --ahead_;
}

/// All members are in the list.
void phaser_object::recount() noexcept {
  pending_ = ahead_ = 0;
  for (registration const* registration = members_; registration != nullptr; registration = registration->member_next) {
    if (!registration->is_signaller()) continue;
    pending_ += registration->signalled == front_;
    ahead_ += registration->signalled > front_ + 1;
  }
}

void phaser_object::leave(registration* registration) noexcept {
  wake_batch batch;
  lock_.lock();
  erase(registration);
  if (registration->is_signaller()) advance(batch);
  bool const must_tell = representative_ && note_change();
  bool const must_publish = must_tell || has_changes();
  lock_.unlock();
  batch.resume_all();
  if (SKUA_UNLIKELY(must_publish)) links_->publish();
}

bool phaser_object::signal(registration* registration) noexcept {
  wake_batch batch;
  bool must_publish = false;
  lock_.lock();
  bool const early = registration->waits() && registration->signalled > registration->waited;
  if (!early) {
    if (registration->signalled == front_) --pending_;
    if (registration->signalled == front_ + 1) ++ahead_;
    ++registration->signalled;
    advance(batch);
    must_publish = has_changes();
  }
  lock_.unlock();
  batch.resume_all();
  if (SKUA_UNLIKELY(must_publish)) links_->publish();
  return early;
}

void phaser_object::advance(wake_batch& batch) noexcept {
  if (signallers_ == 0) {
    if (no_signallers_left()) release_all_waiters(batch);
    return;
  }
  if (pending_ != 0) return;
  while (pending_ == 0) {
    ++front_;
    pending_ = signallers_ - ahead_;
    if (ahead_ != 0) {
      ahead_ = 0;
      for (registration const* registration = members_; registration != nullptr;
           registration = registration->member_next) {
        if (registration->is_signaller() && registration->signalled > front_ + 1) ++ahead_;
      }
    }
  }
  (void)note_change();
  if (representative_) return;
  advance_to(front_);
  wake_below(front_, batch);
}

void phaser_object::wake_below(std::uint64_t phase, wake_batch& batch) noexcept {
  for (queue_node* node = waiters_.first(); node != nullptr;) {
    queue_node* const following = node->next;
    auto const* entry = reinterpret_cast<ticket*>(node);
    if (entry->phase < phase && settled(entry->settled_by)) {
      waiters_.unlink(node);
      (void)batch.claim(node);
    }
    node = following;
  }
}

void phaser_object::skip_to(std::uint64_t phase, wake_batch& batch) noexcept {
  if (phase > front_) front_ = phase;
  advance_to(front_);
  wake_below(front_, batch);
}

void phaser_object::release_all_waiters(wake_batch& batch) noexcept {
  std::uint64_t const before = current();
  std::uint64_t phase = before;
  for (queue_node* node = waiters_.first(); node != nullptr; node = node->next) {
    auto const next_phase = reinterpret_cast<ticket*>(node)->phase + 1;
    if (next_phase > phase) phase = next_phase;
  }
  skip_to(phase, batch);
  // Not for each report: every place that waits would report again, and so on without an end.
  if (current() != before || !end_is_noted_) end_is_noted_ = note_change();
}

bool phaser_object::enrol(void* argument, parker* waiter) noexcept {
  auto* entry = static_cast<ticket*>(argument);
  phaser_object* const phaser = entry->phaser;
  phaser->lock_.lock();
  bool const must_wait =
      (phaser->current() <= entry->phase && !phaser->no_signallers_left()) || !phaser->settled(entry->settled_by);
  if (must_wait) {
    entry->node.waiter = waiter;
    phaser->waiters_.push_back(&entry->node);
  } else if (phaser->current() <= entry->phase) {
    phaser->front_ = entry->phase + 1;
    phaser->advance_to(phaser->front_);
  }
  phaser->lock_.unlock();  // from here on the waiter may be gone
  return must_wait;
}

void phaser_object::wait(registration* registration) {
  check_wait_allowed();
  ticket ticket{{}, this, registration->waited, registration->settled_by};
  if (phase() <= ticket.phase || SKUA_UNLIKELY(ticket.settled_by != 0)) {
    if (SKUA_UNLIKELY(representative_)) links_->want(ticket.phase + 1);
    wait_spec spec;
    spec.enrol = &enrol;
    spec.argument = &ticket;
    spec.waits_for = "phaser";
    spec.object = this;
    if (sched::wait(spec) == wake_reason::cancelled) {
      lock_.lock();
      waiters_.unlink(&ticket.node);
      lock_.unlock();
      throw_cancelled();
    }
  }
  lock_.lock();
  ++registration->waited;
  registration->settled_by = 0;
  lock_.unlock();
}

std::uint64_t phaser_object::sending_phase(registration const* registration) noexcept {
  lock_.lock();
  std::uint64_t const phase = registration->signalled;
  lock_.unlock();
  return phase;
}

std::uint64_t phaser_object::phases_seen(registration const* registration) noexcept {
  if (registration == nullptr || !registration->waits()) return phase();
  lock_.lock();
  std::uint64_t const phases = registration->waited;
  lock_.unlock();
  return phases;
}

std::uint64_t phaser_object::oldest_waiter() const noexcept {
  std::uint64_t oldest = current();
  if (waiting_members_ == 0) return oldest;
  for (registration const* registration = members_; registration != nullptr; registration = registration->member_next) {
    if (registration->waits() && registration->waited < oldest) oldest = registration->waited;
  }
  return oldest;
}

std::uint64_t phaser_object::oldest_phase_needed() noexcept {
  lock_.lock();
  std::uint64_t oldest = oldest_waiter();
  if (links_ != nullptr) oldest = links_->oldest_needed(oldest);
  lock_.unlock();
  return oldest == 0 ? 0 : oldest - 1;
}

void phaser_object::body_ended(fibre* current) noexcept {
  if (registration* registration = registration_here(name_); registration != nullptr) {
    unlink_here(current, registration);
    leave(registration);
    free_registration(current, registration);
  }
  wake_batch batch;
  lock_.lock();
  body_over_ = true;
  if (no_signallers_left()) release_all_waiters(batch);
  bool const must_publish = has_changes();
  lock_.unlock();
  batch.resume_all();
  if (SKUA_UNLIKELY(must_publish)) links_->publish();
}

phaser_object::phaser_object(place_front* at, std::uint64_t name) noexcept : representative_(true), name_(name) {
  made_at = at;
}

phaser_object::~phaser_object() {
  links_.reset();                // takes its members away
  while (members_ != nullptr) {  // travellers that no message will name any more (REMOTE-PHASER-5)
    registration* const registration = members_;
    members_ = registration->member_next;
    free_registration(self(), registration);
  }
  base::spin_guard const hold(values_lock_);
  for (phase_values* values = values_; values != nullptr; values = values->next_values_) values->phaser_ = nullptr;
}

void phaser_object::connect(std::unique_ptr<phaser_links> links) noexcept {
  links_ = std::move(links);
  known_remotely.store(true, std::memory_order_relaxed);  // relaxed: read at the scope's end
}

/// Under the lock. Without other places there is nothing to make.
void phaser_object::ensure_links() {
  remote_hooks* const hooks = static_cast<place*>(made_at)->remote;
  if (links_ == nullptr && hooks != nullptr) connect(hooks->phasers()->home_links(*this));
}

bool phaser_object::note_change() noexcept {
  if (links_ == nullptr) return false;
  links_->note_change();
  return true;
}

void phaser_object::expect_other_places() {
  base::check(static_cast<place*>(made_at)->remote != nullptr,
              "a phaser that was made before the run was used at another place; make it in the body of run");
  base::spin_guard const hold(lock_);
  ensure_links();
}

void phaser_object::leaving() noexcept {
  base::spin_guard const hold(lock_);
  ensure_links();
  if (links_ != nullptr) links_->scope_ended();
}

void phaser_object::arrive(registration* registration, phaser_token traveller) {
  expect_other_places();
  links_->arrive(registration, traveller);
}

phaser_grant phaser_object::grant(std::uint32_t mode) {
  if (mode == 0) return {phase(), 0};
  expect_other_places();
  registration* const registration = make_registration(self(), this, static_cast<phaser_mode>(mode));
  join(registration, nullptr);
  return {registration->waits() ? registration->waited : registration->signalled,
          reinterpret_cast<std::uintptr_t>(registration)};
}

void phaser_object::attach(phase_values* values) noexcept {
  base::spin_guard const hold(values_lock_);
  values->next_values_ = values_;
  values_ = values;
}

void phaser_object::detach(phase_values* values) noexcept {
  base::spin_guard const hold(values_lock_);
  phase_values** link = &values_;
  while (*link != nullptr && *link != values) link = &(*link)->next_values_;
  if (*link == values) *link = values->next_values_;
}

std::vector<std::byte> phaser_object::kept_result(registration const* registration, std::uint64_t accumulator) {
  base::spin_guard const hold(lock_);
  std::uint64_t const ended = registration != nullptr && registration->waits() ? registration->waited : current();
  return links_ != nullptr && ended != 0 ? links_->kept_result(accumulator, ended - 1) : std::vector<std::byte>();
}

registration* make_registration(fibre* current, phaser_object* phaser, phaser_mode mode) {
  auto* member = ::new (block_get<registration>(current)) registration{};
  member->object = phaser;
  member->name = phaser != nullptr ? phaser->name() : 0;
  member->mode = mode;
  return member;
}

void free_registration(fibre* current, registration* member) noexcept { block_put<registration>(current, member); }

registration* registration_here(std::uint64_t name) noexcept {
  fibre* current = self();
  if (current == nullptr) return nullptr;
  registration* registration = current->phasers;
  while (registration != nullptr && registration->name != name) registration = registration->next;
  return registration;
}

void unlink_here(fibre* current, registration* member) noexcept {
  registration** link = &current->phasers;
  while (*link != member) link = &(*link)->next;
  *link = member->next;
}

registration* required_registration(std::uint64_t name, char const* text) noexcept {
  registration* registration = registration_here(name);
  base::check(registration != nullptr, text);
  return registration;
}

phaser_object* phaser_made_here(std::uint64_t name) noexcept { return static_cast<phaser_object*>(object_named(name)); }

phaser_mail& phaser_mail_at(place_front* at) {
  remote_hooks* const hooks = static_cast<place*>(at)->remote;
  base::check(hooks != nullptr, "a phaser was used after the end of the run that made it");
  return *hooks->phasers();
}

}  // namespace skua::sched
