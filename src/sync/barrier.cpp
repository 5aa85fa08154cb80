// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// barrier: arrivals, the change of phase, and waiting for it.
#include <skua/barrier.hpp>

namespace skua::sched {

struct barrier_state::ticket {
  barrier_state* barrier;
  std::uint64_t phase;
  queue_node node;
};

bool barrier_state::arrive(std::ptrdiff_t n) noexcept {
  base::check(n > 0, "barrier::arrive: n must be positive");
  std::ptrdiff_t const remaining =
      pending_.fetch_sub(n, std::memory_order_acq_rel) - n;  // sync: ARRIVE_AT -> arrive; ARRIVE_AT <- arrive
  base::check(remaining >= 0, "barrier::arrive: more arrivals than the phase expects");
  return remaining == 0;
}

void barrier_state::open_next() noexcept {
  wake_batch batch;
  lock_.lock();
  pending_.store(expected_.load(std::memory_order_relaxed), std::memory_order_relaxed);  // relaxed: seen by the phase
  phase_.store(phase_.load(std::memory_order_relaxed) + 1, std::memory_order_release);   // sync: PHASE -> phase
  while (queue_node* const node = waiters_.pop_front()) (void)batch.claim(node);
  lock_.unlock();
  batch.resume_all();
}

bool barrier_state::enrol(void* argument, parker* waiter) noexcept {
  auto* entry = static_cast<ticket*>(argument);
  barrier_state* const state = entry->barrier;
  state->lock_.lock();
  bool const must_wait = state->phase() == entry->phase;
  if (must_wait) {
    entry->node.waiter = waiter;
    state->waiters_.push_back(&entry->node);
  }
  state->lock_.unlock();  // from here on the waiter may be gone
  return must_wait;
}

void barrier_state::wait(std::uint64_t phase) {
  if (this->phase() != phase) return;
  check_wait_allowed();
  ticket ticket{this, phase, {}};
  wait_spec spec;
  spec.enrol = &enrol;
  spec.argument = &ticket;
  spec.waits_for = "barrier";
  spec.object = this;
  if (sched::wait(spec) != wake_reason::cancelled) return;
  lock_.lock();
  waiters_.unlink(&ticket.node);
  lock_.unlock();
  if (this->phase() == phase) throw_cancelled();
}

}  // namespace skua::sched
