// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of phasers and representatives that serve other places: travellers, accumulators,
// publishing.
#include "sched/phaser_object.hpp"

#include <algorithm>

#include <skua/detail/base/check.hpp>

#include "sched/place.hpp"

namespace skua::sched {

phaser_object::~phaser_object() {
  if (has_remote_state()) {
    for (phaser_remote::peer& q : remote_state_->peers) {
      if (q.signals) erase(&q.record);
    }
  }
  while (members_ != nullptr) {  // travellers that no message will name any more (REMOTE-PHASER-5)
    registration* const r = members_;
    members_ = r->member_next;
    free_registration(self(), r);
  }
  base::spin_guard const g(values_lock_);
  for (phase_values* v = values_; v != nullptr; v = v->next_values_) v->phaser_ = nullptr;
}

phaser_mail& phaser_object::mail() const noexcept {
  remote_hooks* const hooks = static_cast<place*>(made_at)->remote;
  return *hooks->phasers();
}

phaser_remote& phaser_object::remote_state() {
  if (!has_remote_state()) {
    remote_state_ = std::make_unique<phaser_remote>();
    if (!representative_) remote_state_->peers.resize(static_cast<std::size_t>(made_at->total));
    known_remotely.store(true, std::memory_order_relaxed);  // relaxed: read at the scope's end
  }
  return *remote_state_;
}

bool phaser_object::note_change() noexcept {
  if (!has_remote_state()) return false;
  for (phaser_remote::peer& q : remote_state_->peers) q.due = q.due || q.waits;
  remote_state_->dirty = true;
  return true;
}

void phaser_object::expect_other_places() {
  base::spin_guard const g(lock_);
  (void)remote_state();
}

void phaser_object::leaving() noexcept {
  base::spin_guard const g(lock_);
  remote_state().leaving = true;
}

void phaser_object::publish() noexcept {
  lock_.lock();
  phaser_remote& o = *remote_state_;
  if (!o.publishing) {  // else the publishing thread looks again
    o.publishing = true;
    while (o.dirty && !o.leaving) {
      o.dirty = false;
      if (representative_) {
        publish_representative();
      } else {
        publish_home();
      }
    }
    o.publishing = false;
  }
  lock_.unlock();
}

void phaser_object::arrive(registration* r, phaser_token traveller) {
  registration* ended = nullptr;
  lock_.lock();
  phaser_remote& o = remote_state();
  if (representative_) {
    r->settled_by = o.serial + 1 != 0 ? o.serial + 1 : 1;
    o.arrived.push_back(traveller);
  } else if (traveller.place == made_at->number) {
    ended = reinterpret_cast<registration*>(traveller.address);
  } else {
    o.releases.push_back(traveller);
  }
  insert(r);
  if (ended != nullptr) erase(ended);  // r has the same phases: no phase can end by that
  o.dirty = true;
  lock_.unlock();
  if (ended != nullptr) free_registration(self(), ended);
  publish();
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

}  // namespace skua::sched
