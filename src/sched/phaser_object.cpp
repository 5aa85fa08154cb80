// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Phases: joining, signalling, waiting, leaving.
#include "sched/phaser_object.hpp"

#include <skua/base/check.hpp>

namespace skua::sched {

struct phaser_object::ticket {
  queue_node node;  // first: the queue is searched by it
  phaser_object* p;
  std::uint64_t phase;
  std::uint32_t settled_by;
};

void phaser_object::join(registration* r, registration const* parent) noexcept {
  lock_.lock();
  r->signalled = parent != nullptr && parent->signals() ? parent->signalled : front_;
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
  if (r->signals()) count_in(r);
}

/// Under the lock.
void phaser_object::erase(registration* r) noexcept {
  (r->member_previous != nullptr ? r->member_previous->member_next : members_) = r->member_next;
  if (r->member_next != nullptr) r->member_next->member_previous = r->member_previous;
  waiting_members_ -= r->waits();
  if (r->signals()) count_out(r);
}

void phaser_object::count_in(registration const* r) noexcept {
  if (signallers_++ == 0 && representative_) front_ = r->signalled;
  had_signallers_ = true;
  if (SKUA_UNLIKELY(r->signalled < front_)) {
    base::check(representative_, "internal: a signaller that a phaser has not waited for");  // H1
    front_ = r->signalled;
    recount();
    return;
  }
  if (r->signalled == front_) ++pending_;
  if (r->signalled > front_ + 1) ++far_;
}

void phaser_object::count_out(registration const* r) noexcept {
  --signallers_;
  if (r->signalled == front_) --pending_;
  if (r->signalled > front_ + 1) --far_;
}

/// All members are in the list.
void phaser_object::recount() noexcept {
  pending_ = far_ = 0;
  for (registration const* m = members_; m != nullptr; m = m->member_next) {
    if (!m->signals()) continue;
    pending_ += m->signalled == front_;
    far_ += m->signalled > front_ + 1;
  }
}

void phaser_object::leave(registration* r) noexcept {
  wake_batch batch;
  lock_.lock();
  erase(r);
  if (r->signals()) advance(batch);
  bool const tell = representative_ && news();
  bool const others = tell || (has_outside() && outside_->dirty);
  lock_.unlock();
  batch.resume_all();
  if (SKUA_UNLIKELY(others)) publish();
}

bool phaser_object::signal(registration* r) noexcept {
  wake_batch batch;
  bool others = false;
  lock_.lock();
  bool const early = r->waits() && r->signalled > r->waited;
  if (!early) {
    if (r->signalled == front_) --pending_;
    if (r->signalled == front_ + 1) ++far_;
    ++r->signalled;
    advance(batch);
    others = has_outside() && outside_->dirty;
  }
  lock_.unlock();
  batch.resume_all();
  if (SKUA_UNLIKELY(others)) publish();
  return early;
}

// Under the lock: ends phases as long as nobody is still to signal them.
void phaser_object::advance(wake_batch& batch) noexcept {
  if (signallers_ == 0) {
    if (nobody_signals()) let_all_go(batch);
    return;
  }
  if (pending_ != 0) return;
  while (pending_ == 0) {
    ++front_;
    pending_ = signallers_ - far_;
    if (far_ != 0) {
      far_ = 0;
      for (registration const* m = members_; m != nullptr; m = m->member_next) {
        if (m->signals() && m->signalled > front_ + 1) ++far_;
      }
    }
  }
  (void)news();
  if (representative_) return;
  advance_to(front_);
  wake_below(front_, batch);
}

void phaser_object::wake_below(std::uint64_t phase, wake_batch& batch) noexcept {
  for (queue_node* n = waiters_.first(); n != nullptr;) {
    queue_node* const after = n->next;
    auto const* t = reinterpret_cast<ticket*>(n);
    if (t->phase < phase && settled(t->settled_by)) {
      waiters_.unlink(n);
      (void)batch.claim(n);
    }
    n = after;
  }
}

/// At home: ends all phases below this one, which nobody signals.
void phaser_object::skip_to(std::uint64_t phase, wake_batch& batch) noexcept {
  if (phase > front_) front_ = phase;
  advance_to(front_);
  wake_below(front_, batch);
}

void phaser_object::let_all_go(wake_batch& batch) noexcept {
  std::uint64_t phase = current();
  for (queue_node* n = waiters_.first(); n != nullptr; n = n->next) {
    auto const after = reinterpret_cast<ticket*>(n)->phase + 1;
    if (after > phase) phase = after;
  }
  skip_to(phase, batch);
  (void)news();
}

bool phaser_object::enrol(void* argument, parker* who) noexcept {
  auto* t = static_cast<ticket*>(argument);
  phaser_object* const p = t->p;
  p->lock_.lock();
  bool const must_wait = (p->current() <= t->phase && !p->nobody_signals()) || !p->settled(t->settled_by);
  if (must_wait) {
    t->node.who = who;
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
    if (SKUA_UNLIKELY(representative_)) want(t.phase + 1);
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
  std::uint64_t const seen = r->waited;
  lock_.unlock();
  return seen;
}

/// Under the lock: the phases that the last waiter here has waited for.
std::uint64_t phaser_object::oldest_waiter() const noexcept {
  std::uint64_t seen = current();
  if (waiting_members_ == 0) return seen;
  for (registration const* m = members_; m != nullptr; m = m->member_next) {
    if (m->waits() && m->waited < seen) seen = m->waited;
  }
  return seen;
}

std::uint64_t phaser_object::oldest_phase_needed() noexcept {
  lock_.lock();
  std::uint64_t seen = oldest_waiter();
  if (has_outside()) {
    for (phaser_outside::peer const& q : outside_->peers) {  // H3
      if (!q.waits) continue;
      for (std::uint64_t const x : {q.told, q.resend, q.oldest}) seen = x < seen ? x : seen;
    }
  }
  lock_.unlock();
  return seen == 0 ? 0 : seen - 1;
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
  if (nobody_signals()) let_all_go(batch);
  bool const others = has_outside() && outside_->dirty;
  lock_.unlock();
  batch.resume_all();
  if (SKUA_UNLIKELY(others)) publish();
}

}  // namespace skua::sched
