// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/starvation.hpp"

#include <skua/detail/core/pending.hpp>

#include "core/place.hpp"
#include "core/ready.hpp"

namespace skua::sched {

void starvation_watch::note_waiter(place& place) noexcept {
  producer_fence(place);
  if (on_.load(std::memory_order_relaxed)) return;                            // sync: STARVATION <-> look
  if (!on_.exchange(true, std::memory_order_relaxed)) place.services.poke();  // relaxed: the doorbell orders it
}

std::uint64_t starvation_watch::look(place& place) noexcept {
  if (!on_.load(std::memory_order_relaxed)) return 0;  // relaxed: the doorbell orders it
  std::uint64_t const now = place.machine->now();
  if (now < due_) return due_;
  due_ = now + period_ns;
  idle_looks_ = look_around(place) ? 0 : idle_looks_ + 1;
  if (idle_looks_ < max_idle_looks) return due_;
  idle_looks_ = 0;
  on_.store(false, std::memory_order_relaxed);  // sync: STARVATION <-> note_waiter
  base::heavy_fence();
  if (!look_around(place)) return 0;
  on_.store(true, std::memory_order_relaxed);  // relaxed: this thread looks
  return due_;
}

namespace {

/// `bit` if something waits there and nothing has been taken since `last_total`, which it updates.
template <class Node>
std::uint32_t stuck_bit(waiting_list<Node> const& list, std::uint32_t& last_total, std::uint32_t bit) noexcept {
  std::uint32_t const total = list.take_count.load(std::memory_order_relaxed);  // relaxed: only whether it changed
  bool const stuck = list.count.load(std::memory_order_relaxed) != 0 && total == last_total;  // relaxed: a hint
  last_total = total;
  return stuck ? bit : 0;
}

/// The worker does not get to its lists: it sleeps, blocks, or computes without a push. One fibre
/// or task that waits for it goes to another worker, as an arrival: this is not a worker's thread.
void hand_over(worker& worker, std::uint32_t bits) noexcept {
  fibre* waiting = nullptr;
  if ((bits & starvation_watch::slot) != 0) waiting = worker.ready_slot.take();
  if (waiting == nullptr && (bits & starvation_watch::preempted) != 0)
    waiting = take_listed(&worker, worker.preempted, which_end::front);
  if (waiting == nullptr && (bits & starvation_watch::ready) != 0)
    waiting = take_listed(&worker, worker.ready, which_end::back);
  if (waiting == nullptr && (bits & starvation_watch::yielded) != 0)
    waiting = take_listed(&worker, worker.yielded, which_end::front);
  if (waiting != nullptr) return make_ready(waiting);
  if ((bits & starvation_watch::ready_tasks) == 0) return;
  if (wait_node* const task = take_listed(&worker, worker.ready_tasks, which_end::back))
    launch(*static_cast<pending_task*>(task));
}

}  // namespace

/// Whether fibres or tasks wait anywhere.
bool starvation_watch::look_around(place& place) noexcept {
  int const n = place.started_workers.load(std::memory_order_acquire);              // sync: WORKERS <- start_worker
  std::uint32_t const total = place.arrived.taken.load(std::memory_order_relaxed);  // relaxed: only whether it changed
  bool has_waiting = place.arrived.count.load(std::memory_order_relaxed) != 0;      // relaxed: a hint
  if (has_waiting && total == arrivals_taken_) request_polls(place);
  arrivals_taken_ = total;
  for (int i = 0; i < n; ++i) {
    worker& worker = *place.worker_table[static_cast<std::size_t>(i)];
    last_look& last = last_looks_[static_cast<std::size_t>(i)];
    fibre* const in_slot = worker.ready_slot.peek();
    std::uint32_t const bits =
        (in_slot != nullptr && in_slot == last.slot ? slot : 0) | stuck_bit(worker.ready, last.ready, ready) |
        stuck_bit(worker.preempted, last.preempted, preempted) | stuck_bit(worker.yielded, last.yielded, yielded) |
        stuck_bit(worker.ready_tasks, last.ready_tasks, ready_tasks);
    last.slot = in_slot;
    if (bits != 0) {
      // relaxed: a hint
      if ((worker.starving_lists.load(std::memory_order_relaxed) & bits) != 0) hand_over(worker, bits);
      worker.starving_lists.store(bits, std::memory_order_relaxed);         // relaxed: stored again if it is missed
      fibre* const fibre = worker.current.load(std::memory_order_acquire);  // sync: CURRENT <- publish_current
      if (fibre != nullptr) fibre->request_poll();
    }
    has_waiting = has_waiting || in_slot != nullptr || count_listed(worker) != 0;
  }
  return has_waiting;
}

}  // namespace skua::sched
