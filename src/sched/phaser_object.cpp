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
};

void phaser_object::join(registration* r, registration const* parent) noexcept {
  lock_.lock();
  std::uint64_t const now = current();
  r->signalled = parent != nullptr && parent->signals() ? parent->signalled : now;
  r->waited = parent != nullptr && parent->waits() ? parent->waited : now;
  r->member_previous = nullptr;
  r->member_next = members_;
  if (members_ != nullptr) members_->member_previous = r;
  members_ = r;
  if (r->signals()) {
    ++signallers_;
    had_signallers_ = true;
    if (r->signalled == now) ++pending_;
    if (r->signalled > now + 1) ++far_;
  }
  lock_.unlock();
}

void phaser_object::leave(registration* r) noexcept {
  wake_batch batch;
  lock_.lock();
  (r->member_previous != nullptr ? r->member_previous->member_next : members_) = r->member_next;
  if (r->member_next != nullptr) r->member_next->member_previous = r->member_previous;
  if (r->signals()) {
    std::uint64_t const now = current();
    --signallers_;
    if (r->signalled == now) --pending_;
    if (r->signalled > now + 1) --far_;
    advance(batch);
  }
  lock_.unlock();
  batch.resume_all();
}

bool phaser_object::signal(registration* r) noexcept {
  wake_batch batch;
  lock_.lock();
  bool const early = r->waits() && r->signalled > r->waited;
  if (!early) {
    std::uint64_t const now = current();
    if (r->signalled == now) --pending_;
    if (r->signalled == now + 1) ++far_;
    ++r->signalled;
    advance(batch);
  }
  lock_.unlock();
  batch.resume_all();
  return early;
}

// Under the lock: ends phases as long as nobody is still to signal them.
void phaser_object::advance(wake_batch& batch) noexcept {
  if (signallers_ == 0) {
    if (nobody_signals()) let_all_go(batch);
    return;
  }
  while (pending_ == 0) {
    std::uint64_t const now = current() + 1;
    advance_to(now);
    pending_ = signallers_ - far_;
    if (far_ != 0) {
      far_ = 0;
      for (registration const* m = members_; m != nullptr; m = m->member_next) {
        if (m->signals() && m->signalled > now + 1) ++far_;
      }
    }
    wake_below(now, batch);
  }
}

void phaser_object::wake_below(std::uint64_t phase, wake_batch& batch) noexcept {
  for (queue_node* n = waiters_.first(); n != nullptr;) {
    queue_node* const after = n->next;
    if (reinterpret_cast<ticket*>(n)->phase < phase) {
      waiters_.unlink(n);
      (void)batch.claim(n);
    }
    n = after;
  }
}

void phaser_object::let_all_go(wake_batch& batch) noexcept {
  std::uint64_t phase = current();
  for (queue_node* n = waiters_.first(); n != nullptr; n = n->next) {
    auto const after = reinterpret_cast<ticket*>(n)->phase + 1;
    if (after > phase) phase = after;
  }
  advance_to(phase);
  wake_below(phase, batch);
}

bool phaser_object::enrol(void* argument, parker* who) noexcept {
  auto* t = static_cast<ticket*>(argument);
  phaser_object* const p = t->p;
  p->lock_.lock();
  bool const must_wait = p->current() <= t->phase && !p->nobody_signals();
  if (must_wait) {
    t->node.who = who;
    p->waiters_.push_back(&t->node);
  } else if (p->current() <= t->phase) {
    p->advance_to(t->phase + 1);
  }
  p->lock_.unlock();  // from here on the waiter may be gone
  return must_wait;
}

void phaser_object::wait(registration* r) {
  check_wait_allowed();
  ticket t{{}, this, r->waited};
  if (phase() <= t.phase) {
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

std::uint64_t phaser_object::oldest_phase_needed() noexcept {
  lock_.lock();
  std::uint64_t seen = current();
  for (registration const* m = members_; m != nullptr; m = m->member_next) {
    if (m->waits() && m->waited < seen) seen = m->waited;
  }
  lock_.unlock();
  return seen == 0 ? 0 : seen - 1;
}

void phaser_object::body_ended(fibre* s) noexcept {
  if (registration* r = registration_here(this); r != nullptr) {
    unlink_here(s, r);
    leave(r);
    free_registration(s, r);
  }
  wake_batch batch;
  lock_.lock();
  body_over_ = true;
  if (nobody_signals()) let_all_go(batch);
  lock_.unlock();
  batch.resume_all();
}

}  // namespace skua::sched
