// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// condition_variable: the waiter queues itself and unlocks the mutex only when it is completely
// saved. So it misses nothing that happens under the mutex after its last check.
//
// Invariant: `waiting` is set exactly while the list is not empty, outside the guarded section. A
// notifier that changed the condition under the mutex sees `waiting` by the mutex alone, so a
// notify without waiters is one load.
#include <skua/condition_variable.hpp>

#include <skua/detail/base/check.hpp>

namespace skua {

struct condition_variable::ticket {
  condition_variable* variable;
  mutex* held_mutex;
  sched::queue_node node;
  bool unlocked = false;
};

bool condition_variable::enrol(void* argument, sched::parker* waiter) noexcept {
  auto* entry = static_cast<ticket*>(argument);
  condition_variable* const variable = entry->variable;
  mutex* const mutex = entry->held_mutex;
  entry->node.waiter = waiter;
  entry->unlocked = true;
  (void)variable->word_.enter();
  variable->waiters_.push_back(&entry->node);
  variable->word_.leave(waiting);  // from here on the waiter may be gone
  mutex->unlock();                 // it locks the mutex again before it leaves, so that is still there
  return true;
}

bool condition_variable::wait_notified(std::unique_lock<mutex>& lock, sched::deadline const* until) {
  base::check(lock.owns_lock(), "condition_variable::wait: the lock is not held");
  sched::check_wait_allowed();
  if (until != nullptr && *until == sched::passed) {
    lock.mutex()->unlock();
    (void)sched::note_failed_poll(true);
    lock.mutex()->lock_slow(nullptr, true);
    return false;
  }
  ticket ticket{this, lock.mutex(), {}};
  sched::wait_spec spec;
  spec.enrol = &enrol;
  spec.argument = &ticket;
  spec.waits_for = "condition variable";
  spec.object = this;
  spec.until = until;
  sched::wake_reason const reason = sched::wait(spec);
  if (reason != sched::wake_reason::event) {
    (void)word_.enter();
    waiters_.unlink(&ticket.node);
    word_.leave(waiters_.empty() ? 0 : waiting);
  }
  if (ticket.unlocked) ticket.held_mutex->lock_slow(nullptr, true);
  if (reason == sched::wake_reason::cancelled) sched::throw_cancelled();
  return reason == sched::wake_reason::event;
}

void condition_variable::notify(bool wakes_all) noexcept {
  if (word_.peek() == 0) return;
  (void)word_.enter();
  sched::wake_batch batch;
  bool has_claimed = false;
  while (wakes_all || !has_claimed) {
    sched::queue_node* const node = waiters_.pop_front();
    if (node == nullptr) break;
    has_claimed = batch.claim(node);
  }
  word_.leave(waiters_.empty() ? 0 : waiting);
  batch.resume_all();
}

void condition_variable::notify_one() noexcept { notify(false); }
void condition_variable::notify_all() noexcept { notify(true); }

}  // namespace skua
