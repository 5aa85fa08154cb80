// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sched/spare_watch.hpp"

#include <algorithm>

#include <skua/sched/start_task.hpp>

#include "sched/place.hpp"
#include "sched/running.hpp"
#include "sched/spare.hpp"
#include "system/thread_state.hpp"

namespace skua::sched {

void spare_watch::worker_begins(place& p) noexcept {
  if (on_.load(std::memory_order_relaxed) || p.stepped) return;           // sync: DEMAND <-> look
  if (!on_.exchange(true, std::memory_order_relaxed)) p.services.poke();  // relaxed: the doorbell orders it
}

namespace {

/// Whether there is something that an idle worker would take.
bool anything_waits(place& p) noexcept {
  bool any = p.arrivals.load(std::memory_order_relaxed) != 0;     // relaxed: a hint
  any = any || p.loot_size.load(std::memory_order_relaxed) != 0;  // relaxed: a hint
  for_each_running(p, [&](fibre* f) {
    any = any || f->top() > f->tail.load(std::memory_order_relaxed);  // relaxed: a hint
  });
  int const n = p.crew_size.load(std::memory_order_acquire);  // sync: CREW <- start_worker
  for (int i = 0; i < n && !any; ++i) {
    worker const& w = *p.crew[static_cast<std::size_t>(i)];
    any = w.orphan_count.load(std::memory_order_relaxed) != 0;             // relaxed: a hint
    any = any || w.ready_slot.load(std::memory_order_relaxed) != nullptr;  // relaxed: a hint
    for (auto list : {&worker::ready, &worker::stood_back, &worker::yielded}) {
      any = any || (w.*list).count.load(std::memory_order_relaxed) != 0;  // relaxed: a hint
    }
  }
  return any;
}

struct promises {
  std::uint64_t waiting = 0;   // promised tasks queued, and tasks ready to go on, if any promised task was ever made
  std::uint64_t progress = 0;  // changes when one of these starts or goes on
};

/// What has started is read first: more may seem to wait than does, never less.
promises look_at_promises(place& p, std::uint64_t made) noexcept {
  int const n = p.crew_size.load(std::memory_order_acquire);  // sync: CREW <- start_worker
  auto const sum = [&](auto const& of_worker) {
    std::uint64_t total = 0;
    for (int i = 0; i < n; ++i) total += of_worker(*p.crew[static_cast<std::size_t>(i)]);
    return total;
  };
  std::uint64_t const started = sum([](worker const& w) {
    return w.promised_started.load(std::memory_order_relaxed);  // relaxed: a count
  });
  made += sum([](worker const& w) {
    return w.promised_made.load(std::memory_order_relaxed);  // relaxed: a count
  });
  if (made == 0) return {};
  promises r;
  r.waiting = made > started ? made - started : 0;
  r.waiting += p.arrivals.load(std::memory_order_relaxed);                  // relaxed: a hint
  r.progress = started + p.arrivals_taken.load(std::memory_order_relaxed);  // relaxed: only compared
  for (auto list : {&worker::ready, &worker::stood_back}) {
    r.waiting += sum([list](worker const& w) {
      return (w.*list).count.load(std::memory_order_relaxed);  // relaxed: a hint
    });
    r.progress += sum([list](worker const& w) {
      return (w.*list).taken.load(std::memory_order_relaxed);  // relaxed: only compared
    });
  }
  return r;
}

}  // namespace

spare_watch::state spare_watch::look_at_workers(place& p) noexcept {
  state r;
  int const n = p.crew_size.load(std::memory_order_acquire);  // sync: CREW <- start_worker
  for (int i = 0; i < n; ++i) {
    worker const& w = *p.crew[static_cast<std::size_t>(i)];
    last_look& seen = seen_[static_cast<std::size_t>(i)];
    int const thread = w.thread_number.load(std::memory_order_relaxed);  // relaxed: 0 until the thread has begun
    if (thread == 0 || w.seeking.load(std::memory_order_relaxed)) {      // relaxed: a hint
      seen = {};
      if (!w.spare) ++r.idle;
      continue;
    }
    ++r.busy;
    std::uint64_t const used = system::processor_time(thread);
    bool const stands_still = used != 0 && used == seen.used;
    seen = {used, stands_still && (seen.asleep || system::sleeps_in_kernel(thread))};
    r.sleeping += seen.asleep ? 1 : 0;
  }
  return r;
}

void spare_watch::want_for_sleepers(place& p, state const& now) noexcept {
  int const more = now.sleeping - p.blocked.load(std::memory_order_relaxed);  // relaxed: a hint
  if (more <= 0) {
    for_sleepers_ = 0;
  } else if (more < for_sleepers_ || (now.idle == 0 && anything_waits(p))) {
    for_sleepers_ = more;
  }
}

void spare_watch::want_for_promises(place& p, state const& now, std::uint64_t time) noexcept {
  if (now.idle != 0) for_promises_ = 0;
  promises const n = look_at_promises(p, promised_.load(std::memory_order_relaxed));  // relaxed: a count
  if (n.waiting == 0 || now.idle != 0 || n.progress != progress_ || stuck_since_ == 0) {
    progress_ = n.progress;
    stuck_since_ = time;
  } else if (time - stuck_since_ >= promise_ns) {
    stuck_since_ = time;
    for_promises_ += static_cast<int>(std::min<std::uint64_t>(n.waiting, place::most_spares));
  }
}

void spare_watch::wake_reserve(place& p, state const& now) noexcept {
  bool const beside_tasks = p.reserve != 0 && p.gate.sleepers() > 0 && anything_waits(p);
  for (int n = beside_tasks ? std::max(1, now.sleeping) : 0; n > 0 && wake_one(p); --n) continue;
  if (beside_tasks && !beside_tasks_) period_ = shortest_ns / 2;
  beside_tasks_ = beside_tasks;
}

std::uint64_t spare_watch::look(place& p) noexcept {
  if (!on_.load(std::memory_order_relaxed)) return 0;  // relaxed: the doorbell orders it
  std::uint64_t const time = p.machine->now();
  if (time < due_) return due_;
  state const now = look_at_workers(p);
  want_for_sleepers(p, now);
  want_for_promises(p, now, time);
  wake_reserve(p, now);
  int const room = p.slots - p.workers;
  for_promises_ = std::min(for_promises_, room);
  int const wanted = std::min(for_sleepers_ + for_promises_, room);
  bool const fewer = wanted < wanted_.load(std::memory_order_relaxed);  // relaxed: stored here only
  wanted_.store(wanted, std::memory_order_relaxed);                     // relaxed: a hint
  if (fewer) call_attention(p);  // a spare worker in surplus stands back at its next push
  for (int i = spares_missing(p); i > 0; --i) wake_spare(p);
  period_ = now.sleeping != sleeping_ ? shortest_ns : std::min(2 * period_, longest_ns);
  sleeping_ = now.sleeping;
  due_ = time + period_;
  quiet_ = now.busy != 0 || wanted != 0 ? 0 : quiet_ + 1;
  if (quiet_ < quiet_looks) return due_;
  quiet_ = 0;
  period_ = shortest_ns / 2;
  sleeping_ = 0;
  stuck_since_ = 0;
  on_.store(false, std::memory_order_relaxed);  // sync: DEMAND <-> worker_begins
  base::heavy_fence();
  if (look_at_workers(p).busy == 0) return 0;
  on_.store(true, std::memory_order_relaxed);  // relaxed: this thread looks
  return due_;
}

namespace {
/// Counts with the worker that runs the caller, on its own line.
void count_one(fibre const* s, base::atomic<std::uint64_t> worker::* count) noexcept {
  auto& n = worker_of(s)->*count;
  n.store(n.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);  // relaxed: a count, this thread's
}
}  // namespace

void promised_is_made(place_front* at) noexcept {
  fibre const* const s = self();
  if (s != nullptr && s->at == at) {
    count_one(s, &worker::promised_made);
  } else {
    static_cast<place*>(at)->spare_demand.promised_by_thread();
  }
}

void promised_starts() noexcept {
  if (fibre const* const s = self()) count_one(s, &worker::promised_started);
}

}  // namespace skua::sched
