// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mutex: lock when the mutex is held, unlock when a task or thread waits.
//
// Invariants
//   MUTEX-1  `queued` is set exactly while the list is not empty, outside the guarded section.
//   MUTEX-2  `woken` is set from the moment a waiter is woken without being given the lock, until
//     that waiter has taken the lock, queued again or given up. Meanwhile no unlock wakes another
//     waiter.
//   MUTEX-3  `hand_over` implies `locked`, and not `woken`.
//   MUTEX-4  Unlocked with a queue implies `woken`.
#include <skua/mutex.hpp>

#include <skua/detail/base/check.hpp>

namespace skua {

struct mutex::ticket {
  mutex* owner;
  sched::queue_node node;
  bool carries_woken = false;  // this waiter is the one that `woken` stands for
  bool owns = false;           // took the lock while enrolling
};

bool mutex::try_take() noexcept {
  word observed = word_.peek();
  for (base::spin_pause pause; (observed & locked) == 0;) {
    if ((observed & sched::guarded_word::guard) != 0) {
      pause();
      observed = word_.peek();
    } else if (word_.take(observed, observed | locked)) {
      return true;
    }
  }
  return false;
}

bool mutex::enrol(void* argument, sched::parker* waiter) noexcept {
  auto* entry = static_cast<ticket*>(argument);
  mutex* const owner = entry->owner;
  word state = owner->word_.enter();
  if (entry->carries_woken) state &= ~woken;
  bool const must_wait = (state & locked) != 0;
  if (must_wait) {
    entry->node.waiter = waiter;
    entry->node.granted = false;
    if (entry->carries_woken) {
      owner->waiters_.push_front(&entry->node);
      state |= hand_over;
    } else {
      owner->waiters_.push_back(&entry->node);
    }
    state |= queued;
  } else {
    entry->owns = true;
    state |= locked;
  }
  entry->carries_woken = false;
  owner->word_.leave(state);  // from here on the waiter may be gone
  return must_wait;
}

bool mutex::lock_slow(sched::deadline const* until, bool firm) {
  if (try_take()) return true;
  if (!firm) {
    sched::check_wait_allowed();
    if (until != nullptr && *until == sched::passed) return sched::note_failed_poll(true);
  }
  ticket ticket{this, {}};
  sched::wait_spec spec;
  spec.enrol = &enrol;
  spec.argument = &ticket;
  spec.waits_for = "mutex";
  spec.object = this;
  spec.until = until;
  spec.firm = firm;
  for (;;) {
    sched::wake_reason const reason = sched::wait(spec);
    if (ticket.owns) return true;
    if (reason == sched::wake_reason::event) {
      if (ticket.node.granted) return true;
      if (take_woken()) return true;
      ticket.carries_woken = true;
      continue;
    }
    withdraw(ticket);
    if (reason == sched::wake_reason::timeout) return false;
    sched::throw_cancelled();
  }
}

bool mutex::take_woken() noexcept {
  word observed = word_.peek();
  for (base::spin_pause pause; (observed & locked) == 0;) {
    if ((observed & sched::guarded_word::guard) != 0) {
      pause();
      observed = word_.peek();
    } else if (word_.take(observed, (observed | locked) & ~woken)) {
      return true;
    }
  }
  return false;
}

// A waiter gives up. The next wake-up may have depended on this waiter.
void mutex::withdraw(ticket& ticket) noexcept {
  word state = word_.enter();
  waiters_.unlink(&ticket.node);
  if (waiters_.empty()) state &= ~(queued | hand_over);
  if (ticket.carries_woken) state &= ~woken;
  if ((state & (locked | woken)) == 0 && (state & queued) != 0) {
    pass_on(state);
  } else {
    word_.leave(state);
  }
}

// Guarded: unlocks, and wakes the first waiter that can still be woken.
void mutex::pass_on(word state) noexcept {
  bool const hands_over = (state & hand_over) != 0;
  bool has_claimed = false;
  sched::wake_batch batch;
  while (!has_claimed) {
    sched::queue_node* const node = waiters_.pop_front();
    if (node == nullptr) break;
    node->granted = hands_over;
    has_claimed = batch.claim(node);
  }
  state &= ~(locked | queued | hand_over);
  if (!waiters_.empty()) state |= queued;
  if (has_claimed) state |= hands_over ? locked : woken;
  word_.leave(state);
  batch.resume_all();
}

void mutex::unlock_slow() noexcept {
  word observed = word_.peek();
  base::check((observed & locked) != 0, "mutex::unlock: the mutex is not locked");
  while ((observed & sched::guarded_word::guard) == 0 && ((observed & queued) == 0 || (observed & woken) != 0)) {
    if (word_.give(observed, observed & ~locked)) return;
  }
  word const state = word_.enter();
  if ((state & queued) == 0 || (state & woken) != 0) {
    word_.leave(state & ~locked);
  } else {
    pass_on(state);
  }
}

}  // namespace skua
