// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Semaphores: waiting for a permit, and giving permits to waiters.
//
// Invariant: `queued` is set exactly while the list is not empty, and then the count is zero,
// outside the guarded section. A permit is given to the first waiter, so no task can overtake it.
#include <skua/semaphore.hpp>

namespace skua::sched {

struct permits::ticket {
  permits* owner;
  queue_node node;
  bool owns = false;  // took a permit while enrolling
};

bool permits::enrol(void* argument, parker* waiter) noexcept {
  auto* entry = static_cast<ticket*>(argument);
  permits* const owner = entry->owner;
  word state = owner->word_.enter();
  bool const must_wait = state < one;
  if (must_wait) {
    entry->node.waiter = waiter;
    owner->waiters_.push_back(&entry->node);
    state |= queued;
  } else {
    entry->owns = true;
    state -= one;
  }
  owner->word_.leave(state);  // from here on the waiter may be gone
  return must_wait;
}

bool permits::take_slow(deadline const* until) {
  check_wait_allowed();
  if (until != nullptr && *until == passed) return note_failed_poll(true);
  ticket ticket{this, {}};
  wait_spec spec;
  spec.enrol = &enrol;
  spec.argument = &ticket;
  spec.waits_for = "semaphore";
  spec.object = this;
  spec.until = until;
  wake_reason const reason = wait(spec);
  if (ticket.owns) return true;
  if (reason == wake_reason::event) {
    word_.settle();
    return true;
  }
  word const state = word_.enter();
  waiters_.unlink(&ticket.node);
  word_.leave(waiters_.empty() ? state & ~queued : state);
  if (reason == wake_reason::timeout) return false;
  throw_cancelled();
}

void permits::give(std::ptrdiff_t n, std::ptrdiff_t max_permits) noexcept {
  base::check(n >= 0 && n <= max_permits, "counting_semaphore::release: n is negative or above max()");
  n = std::min(n, most);
  word const added = static_cast<word>(n) * one;
  word const limit = static_cast<word>(std::min(max_permits, most)) * one;
  word observed = word_.peek();
  while ((observed & (queued | guarded_word::guard)) == 0) {
    base::check(observed + added <= limit, "counting_semaphore::release: more permits than max()");
    if (word_.give(observed, observed + added)) return;
  }
  word state = word_.enter();
  wake_batch batch;
  std::ptrdiff_t remaining = n;
  while (remaining > 0) {
    queue_node* const waiter = waiters_.pop_front();
    if (waiter == nullptr) break;
    if (batch.claim(waiter)) --remaining;
  }
  if (waiters_.empty()) state &= ~queued;
  state += static_cast<word>(remaining) * one;
  base::check(state <= limit + queued, "counting_semaphore::release: more permits than max()");
  word_.leave(state);
  batch.resume_all();
}

}  // namespace skua::sched
