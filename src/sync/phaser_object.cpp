// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Phases: joining, signalling, waiting, leaving.
#include "sync/phaser_object.hpp"

#include <utility>

#include <skua/detail/base/check.hpp>
#include <skua/detail/core/completion_events.hpp>
#include <skua/detail/core/self.hpp>
#include <skua/detail/core/size_class_freelist.hpp>

#include "core/place.hpp"
#include "core/remote_hooks.hpp"

namespace skua::sched {

struct phaser_object::ticket {
  queue_node node;  // first member: the queue holds pointers to it
  phaser_object* p;
  std::uint64_t phase;
  std::uint32_t settled_by;
};

void phaser_object::join(registration* r, registration const* parent) noexcept {
  lock_.lock();
  r->signalled = parent != nullptr && parent->is_signaller() ? parent->signalled : front_;
  r->waited = parent != nullptr && parent->waits() ? parent->waited : current();
  r->settled_by = parent != nullptr ? parent->settled_by : 0;
  insert(r);
  lock_.unlock();
}

/// Under the lock.
void phaser_object::insert(registration* r) noexcept {
  r->member_previous = nullptr;
  r->member_next = members_;
  if (members_ != nullptr) members_->member_previous = r;
  members_ = r;
  waiting_members_ += r->waits();
  if (r->is_signaller()) count_in(r);
}

/// Under the lock.
void phaser_object::erase(registration* r) noexcept {
  (r->member_previous != nullptr ? r->member_previous->member_next : members_) = r->member_next;
  if (r->member_next != nullptr) r->member_next->member_previous = r->member_previous;
  waiting_members_ -= r->waits();
  if (r->is_signaller()) count_out(r);
}

void phaser_object::count_in(registration const* r) noexcept {
  if (signallers_++ == 0 && representative_) front_ = r->signalled;
  had_signallers_ = true;
  if (SKUA_UNLIKELY(r->signalled < front_)) {
    base::check(representative_, "internal: a signaller that a phaser has not waited for");  // REMOTE-PHASER-1
    front_ = r->signalled;
    recount();
    return;
  }
  if (r->signalled == front_) ++pending_;
  if (r->signalled > front_ + 1) ++ahead_;
}

void phaser_object::count_out(registration const* r) noexcept {
  --signallers_;
  if (r->signalled == front_) --pending_;
  if (r->signalled > front_ + 1) --ahead_;
}

/// All members are in the list.
void phaser_object::recount() noexcept {
  pending_ = ahead_ = 0;
  for (registration const* m = members_; m != nullptr; m = m->member_next) {
    if (!m->is_signaller()) continue;
    pending_ += m->signalled == front_;
    ahead_ += m->signalled > front_ + 1;
  }
}

void phaser_object::leave(registration* r) noexcept {
  wake_batch batch;
  lock_.lock();
  erase(r);
  if (r->is_signaller()) advance(batch);
  bool const must_tell = representative_ && note_change();
  bool const must_publish = must_tell || has_changes();
  lock_.unlock();
  batch.resume_all();
  if (SKUA_UNLIKELY(must_publish)) links_->publish();
}

bool phaser_object::signal(registration* r) noexcept {
  wake_batch batch;
  bool must_publish = false;
  lock_.lock();
  bool const early = r->waits() && r->signalled > r->waited;
  if (!early) {
    if (r->signalled == front_) --pending_;
    if (r->signalled == front_ + 1) ++ahead_;
    if (completions_are_followed()) note_phase_signalled(this, r->signalled);
    ++r->signalled;
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
      for (registration const* m = members_; m != nullptr; m = m->member_next) {
        if (m->is_signaller() && m->signalled > front_ + 1) ++ahead_;
      }
    }
  }
  (void)note_change();
  if (representative_) return;
  advance_to(front_);
  wake_below(front_, batch);
}

void phaser_object::wake_below(std::uint64_t phase, wake_batch& batch) noexcept {
  for (queue_node* n = waiters_.first(); n != nullptr;) {
    queue_node* const following = n->next;
    auto const* t = reinterpret_cast<ticket*>(n);
    if (t->phase < phase && settled(t->settled_by)) {
      waiters_.unlink(n);
      (void)batch.claim(n);
    }
    n = following;
  }
}

void phaser_object::skip_to(std::uint64_t phase, wake_batch& batch) noexcept {
  if (phase > front_) front_ = phase;
  advance_to(front_);
  wake_below(front_, batch);
}

void phaser_object::release_all_waiters(wake_batch& batch) noexcept {
  std::uint64_t phase = current();
  for (queue_node* n = waiters_.first(); n != nullptr; n = n->next) {
    auto const next_phase = reinterpret_cast<ticket*>(n)->phase + 1;
    if (next_phase > phase) phase = next_phase;
  }
  skip_to(phase, batch);
  (void)note_change();
}

bool phaser_object::enrol(void* argument, parker* waiter) noexcept {
  auto* t = static_cast<ticket*>(argument);
  phaser_object* const p = t->p;
  p->lock_.lock();
  bool const must_wait = (p->current() <= t->phase && !p->no_signallers_left()) || !p->settled(t->settled_by);
  if (must_wait) {
    t->node.waiter = waiter;
    p->waiters_.push_back(&t->node);
  } else if (p->current() <= t->phase) {
    p->front_ = t->phase + 1;
    p->advance_to(p->front_);
  }
  p->lock_.unlock();  // from here on the waiter may be gone
  return must_wait;
}

void phaser_object::wait(registration* r) {
  check_wait_allowed();
  ticket t{{}, this, r->waited, r->settled_by};
  if (phase() <= t.phase || SKUA_UNLIKELY(t.settled_by != 0)) {
    if (SKUA_UNLIKELY(representative_)) links_->want(t.phase + 1);
    wait_spec spec;
    spec.enrol = &enrol;
    spec.argument = &t;
    spec.waits_for = "phaser";
    spec.object = this;
    if (sched::wait(spec) == wake_reason::cancelled) {
      lock_.lock();
      waiters_.unlink(&t.node);
      lock_.unlock();
      throw_cancelled();
    }
  }
  if (completions_are_followed()) note_phase_seen(this, t.phase);
  lock_.lock();
  ++r->waited;
  r->settled_by = 0;
  lock_.unlock();
}

std::uint64_t phaser_object::sending_phase(registration const* r) noexcept {
  lock_.lock();
  std::uint64_t const phase = r->signalled;
  lock_.unlock();
  return phase;
}

std::uint64_t phaser_object::phases_seen(registration const* r) noexcept {
  if (r == nullptr || !r->waits()) return phase();
  lock_.lock();
  std::uint64_t const phases = r->waited;
  lock_.unlock();
  return phases;
}

std::uint64_t phaser_object::oldest_waiter() const noexcept {
  std::uint64_t oldest = current();
  if (waiting_members_ == 0) return oldest;
  for (registration const* m = members_; m != nullptr; m = m->member_next) {
    if (m->waits() && m->waited < oldest) oldest = m->waited;
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

void phaser_object::body_ended(fibre* s) noexcept {
  if (registration* r = registration_here(name_); r != nullptr) {
    unlink_here(s, r);
    leave(r);
    free_registration(s, r);
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
    registration* const r = members_;
    members_ = r->member_next;
    free_registration(self(), r);
  }
  base::spin_guard const g(values_lock_);
  for (phase_values* v = values_; v != nullptr; v = v->next_values_) v->phaser_ = nullptr;
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
  base::spin_guard const g(lock_);
  ensure_links();
}

void phaser_object::leaving() noexcept {
  base::spin_guard const g(lock_);
  ensure_links();
  if (links_ != nullptr) links_->scope_ended();
}

void phaser_object::arrive(registration* r, phaser_token traveller) {
  expect_other_places();
  links_->arrive(r, traveller);
}

phaser_grant phaser_object::grant(std::uint32_t mode) {
  if (mode == 0) return {phase(), 0};
  expect_other_places();
  registration* const r = make_registration(self(), this, static_cast<phaser_mode>(mode));
  join(r, nullptr);
  return {r->waits() ? r->waited : r->signalled, reinterpret_cast<std::uintptr_t>(r)};
}

void phaser_object::attach(phase_values* v) noexcept {
  base::spin_guard const g(values_lock_);
  v->next_values_ = values_;
  values_ = v;
}

void phaser_object::detach(phase_values* v) noexcept {
  base::spin_guard const g(values_lock_);
  phase_values** link = &values_;
  while (*link != nullptr && *link != v) link = &(*link)->next_values_;
  if (*link == v) *link = v->next_values_;
}

std::vector<std::byte> phaser_object::kept_result(registration const* r, std::uint64_t accumulator) {
  base::spin_guard const g(lock_);
  std::uint64_t const ended = r != nullptr && r->waits() ? r->waited : current();
  return links_ != nullptr && ended != 0 ? links_->kept_result(accumulator, ended - 1) : std::vector<std::byte>();
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

registration* required_registration(std::uint64_t name, char const* text) noexcept {
  registration* r = registration_here(name);
  base::check(r != nullptr, text);
  return r;
}

phaser_object* phaser_made_here(std::uint64_t name) noexcept { return static_cast<phaser_object*>(object_named(name)); }

phaser_mail& phaser_mail_at(place_front* at) {
  remote_hooks* const hooks = static_cast<place*>(at)->remote;
  base::check(hooks != nullptr, "a phaser was used after the end of the run that made it");
  return *hooks->phasers();
}

}  // namespace skua::sched
