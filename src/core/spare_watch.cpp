// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/spare_watch.hpp"

#include <algorithm>
#include <mutex>

#include "core/place.hpp"
#include "core/ready.hpp"
#include "core/running.hpp"
#include "core/spare.hpp"
#include "system/thread_state.hpp"

namespace skua::sched {

void spare_watch::worker_begins(place& place) noexcept {
  if (!place.simulated && switch_.turn_on()) place.services.poke();
}

namespace {

/// Whether there is work that an idle worker would take.
bool anything_waits(place& place) noexcept {
  bool has_work = place.arrived.count.load(std::memory_order_relaxed) != 0;              // relaxed: a hint
  has_work = has_work || place.arrived.loot_count.load(std::memory_order_relaxed) != 0;  // relaxed: a hint
  // sync: WORKERS <- start_worker
  int const n = place.started_workers.load(std::memory_order_acquire);
  for (int i = 0; i < n && !has_work; ++i) {
    worker const& own = *place.worker_table[static_cast<std::size_t>(i)];
    if (!own.searching.load(std::memory_order_relaxed))  // relaxed: a hint
      for_each_fibre_of(own, [&](fibre const* fibre) { has_work = has_work || fibre->count_tasks() != 0; });
    has_work = has_work || own.suspended_count.load(std::memory_order_relaxed) != 0;  // relaxed: a hint
    has_work = has_work || own.ready_slot.peek() != nullptr;
    has_work = has_work || count_listed(own) != 0;
  }
  return has_work;
}

bool is_in_section(place& place, fibre const* fibre) noexcept {
  std::lock_guard const hold(place.spares.sections_lock);
  return std::find(place.spares.in_sections.begin(), place.spares.in_sections.end(), fibre) !=
         place.spares.in_sections.end();
}

struct promises {
  std::uint64_t waiting = 0;   // promised tasks queued, and tasks ready to continue, if any promised task was ever made
  std::uint64_t progress = 0;  // changes when one of these starts or continues
};

/// Reads the started tasks first: more tasks may seem to wait than do, never fewer.
promises look_at_promises(place& place, std::uint64_t made_count) noexcept {
  int const n = place.started_workers.load(std::memory_order_acquire);  // sync: WORKERS <- start_worker
  auto const sum = [&](auto const& of_worker) {
    std::uint64_t total = 0;
    for (int i = 0; i < n; ++i) total += of_worker(*place.worker_table[static_cast<std::size_t>(i)]);
    return total;
  };
  std::uint64_t const started = sum([](worker const& worker) {
    return worker.promised_started.load(std::memory_order_relaxed);  // relaxed: a count
  });
  made_count += sum([](worker const& worker) {
    return worker.promised_made.load(std::memory_order_relaxed);  // relaxed: a count
  });
  if (made_count == 0) return {};
  promises promises;
  promises.waiting = made_count > started ? made_count - started : 0;
  promises.waiting += place.arrived.count.load(std::memory_order_relaxed);            // relaxed: a hint
  promises.progress = started + place.arrived.taken.load(std::memory_order_relaxed);  // relaxed: only compared
  auto const add = [&](auto list) {
    promises.waiting += sum([list](worker const& worker) {
      return (worker.*list).count.load(std::memory_order_relaxed);  // relaxed: a hint
    });
    promises.progress += sum([list](worker const& worker) {
      return (worker.*list).take_count.load(std::memory_order_relaxed);  // relaxed: only compared
    });
  };
  add(&worker::ready);
  add(&worker::ready_tasks);
  add(&worker::preempted);
  return promises;
}

}  // namespace

spare_watch::state spare_watch::look_at_workers(place& place) noexcept {
  state state;
  int const n = place.started_workers.load(std::memory_order_acquire);  // sync: WORKERS <- start_worker
  for (int i = 0; i < n; ++i) {
    worker const& worker = *place.worker_table[static_cast<std::size_t>(i)];
    last_look& last = last_looks_[static_cast<std::size_t>(i)];
    int const thread = worker.thread_number.load(std::memory_order_relaxed);  // relaxed: 0 until the thread has begun
    if (thread == 0 || worker.searching.load(std::memory_order_relaxed)) {    // relaxed: a hint
      last = {};
      if (!worker.spare) ++state.idle;
      continue;
    }
    ++state.busy;
    std::uint64_t const used = system::processor_time(thread);
    bool const stands_still = used != 0 && used == last.used;
    last = {used, stands_still && (last.asleep || system::sleeps_in_kernel(thread))};
    if (!last.asleep) continue;
    ++state.sleeping;
    // relaxed: only compared
    state.blocking += is_in_section(place, worker.current.load(std::memory_order_relaxed)) ? 1 : 0;
  }
  return state;
}

void spare_watch::want_for_sleepers(place& place, state const& now) noexcept {
  int const needed = now.sleeping - now.blocking;
  if (needed <= 0) {
    for_sleepers_ = 0;
  } else if (needed < for_sleepers_ || (now.idle == 0 && anything_waits(place))) {
    for_sleepers_ = needed;
  }
}

void spare_watch::want_for_promises(place& home, state const& now, std::uint64_t time) noexcept {
  if (now.idle != 0) for_promises_ = 0;
  promises const n = look_at_promises(home, promised_.load(std::memory_order_relaxed));  // relaxed: a count
  if (n.waiting == 0 || now.idle != 0 || n.progress != progress_ || stuck_since_ == 0) {
    progress_ = n.progress;
    stuck_since_ = time;
  } else if (time - stuck_since_ >= promise_ns) {
    stuck_since_ = time;
    for_promises_ += static_cast<int>(std::min<std::uint64_t>(n.waiting, place::max_spares));
  }
}

void spare_watch::wake_reserve(place& place, state const& now) noexcept {
  bool const beside_tasks = place.reserve != 0 && place.gate.sleepers() > 0 && anything_waits(place);
  for (int n = beside_tasks ? std::max(1, now.sleeping) : 0; n > 0 && wake_one(place); --n) continue;
  if (beside_tasks && !beside_tasks_) period_ = shortest_ns / 2;
  beside_tasks_ = beside_tasks;
}

// A worker that wakes in the kernel after that needs no check. Its pushes wake a sleeper. A spare
// worker in surplus may not take it, and passes the wake-up on. So the wake-up reaches one of the
// more than `reserve` idle workers, which turns the checks on.
bool spare_watch::has_nothing_to_find(place& place, state const& now) const noexcept {
  if (now.busy == 0) return true;
  return now.busy == now.sleeping && now.idle > place.reserve && !anything_waits(place);
}

std::uint64_t spare_watch::look(place& place) noexcept {
  if (!switch_.is_on()) return 0;
  std::uint64_t const time = place.machine->now();
  if (time < due_) return due_;
  int const thread = system::this_thread_number();
  std::uint64_t const used_before = system::processor_time(thread);
  std::uint64_t const next = look_now(place, time);
  longest_period_ = std::max(longest_ns, looks_per_period * (system::processor_time(thread) - used_before));
  return next;
}

std::uint64_t spare_watch::look_now(place& place, std::uint64_t time) noexcept {
  state const now = look_at_workers(place);
  want_for_sleepers(place, now);
  want_for_promises(place, now, time);
  wake_reserve(place, now);
  int const room = place.worker_limit - place.workers;
  for_promises_ = std::min(for_promises_, room);
  int const wanted_count = std::min(for_sleepers_ + for_promises_, room);
  bool const wants_fewer = wanted_count < target_.load(std::memory_order_relaxed);  // relaxed: stored here only
  target_.store(wanted_count, std::memory_order_relaxed);                           // relaxed: a hint
  if (wants_fewer) request_polls(place);  // a surplus spare worker is preempted at its next push
  for (int i = spares_missing(place); i > 0; --i) wake_spare(place);
  period_ = now.sleeping != sleeping_ ? shortest_ns : std::min(2 * period_, longest_period_);
  sleeping_ = now.sleeping;
  due_ = time + period_;
  idle_looks_ = wanted_count == 0 && has_nothing_to_find(place, now) ? idle_looks_ + 1 : 0;
  if (idle_looks_ < max_idle_looks) return due_;
  idle_looks_ = 0;
  period_ = shortest_ns / 2;
  sleeping_ = 0;
  stuck_since_ = 0;
  return switch_.turn_off([&] { return !has_nothing_to_find(place, look_at_workers(place)); }) ? 0 : due_;
}

}  // namespace skua::sched
