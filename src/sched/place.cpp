// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sched/place.hpp"

#include <algorithm>
#include <new>
#include <string>
#include <system_error>

#include <skua/base/check.hpp>
#include <skua/error.hpp>
#include <skua/sched/object_name.hpp>

#include "sched/fault.hpp"
#include "sched/settings.hpp"
#include "system/cpus.hpp"
#include "system/thread_state.hpp"

namespace skua::sched {

place::place(options const& o, int number_of_it, int total_of_them, system::machine& on, bool by_steps)
    : settings(o),
      machine(&on),
      asymmetric(!by_steps && base::asymmetric_fences()),
      forcible(by_steps || asymmetric),
      timing(o.stats != stats_level::off),
      detailed(o.stats == stats_level::detailed),
      stepped(by_steps),
      slow(detailed || stepped),
      gate(asymmetric),
      fibres(o.stack_bytes) {
  number = number_of_it;
  total = total_of_them;
  workers = o.workers > 0 ? o.workers : system::usable_cpus();
  if (forcible && !stepped) reserve = std::max(0, workers - system::usable_cpus());
  slots = workers + (stepped && total > 256 ? most_spares_in_a_crowd : most_spares);
  started_at = machine->now();
  crew.resize(static_cast<std::size_t>(slots));
  root.parent = 0;
  root.state.raise(scope_waiting);  // whoever takes its last token rings root_quiet
  root.state.raise(scope_keep_going);
  root.base = nullptr;
  root.owner = nullptr;
  root.extension = nullptr;
  (void)extend(&root);
}

void place::start() {
  try {
    overdue.start(crew.size());
    spare_demand.start(crew.size());
    services.start(*this);
    std::lock_guard hold(threads_lock);
    for (int i = 0; i < workers; ++i) start_worker(*this, false);
  } catch (std::bad_alloc const&) {
    stop_threads();
    throw error("not enough memory for " + std::to_string(workers) + " worker threads; lower SKUA_WORKERS");
  } catch (std::system_error const& e) {
    stop_threads();
    throw error("cannot start " + std::to_string(workers) + " worker threads: " + e.what() + "; lower SKUA_WORKERS");
  }
}

place::~place() {
  std::uint32_t quiet = root_quiet.load(std::memory_order_acquire);  // sync: QUIET <- scope_ended
  while (root.state.load() >= scope_token) {                         // tasks of plain threads
    machine->sleep(root_quiet, quiet, 0);
    quiet = root_quiet.load(std::memory_order_acquire);  // sync: QUIET <- scope_ended
  }
  stop_threads();
  while (visitors.load(std::memory_order_acquire) != 0) base::yield_thread();  // sync: VISIT <- ~visit
  retire_extension(*this, &root);
  for (auto& w : crew) {
    if (w == nullptr) continue;
    for (int c = 0; c < 3; ++c) {
      for (void* b = w->blocks[c].head; b != nullptr;) {
        void* const next = *static_cast<void**>(b);
        ::operator delete(b);
        b = next;
      }
    }
  }
}

attachment& place::attachment_of(attached what, std::unique_ptr<attachment> (*make)(place&)) {
  std::lock_guard const hold(attaching_);
  auto& a = attachments_[static_cast<std::size_t>(what)];
  if (a == nullptr) a = make(*this);
  return *a;
}

/// No task is left, so neither a tick nor a timer can start a spare worker any more. A worker still
/// may that was about to when the task it had found was taken from its deque: it sees `stopping`,
/// or its spare is started before we have the lock.
void place::stop_threads() noexcept {
  services.stop();
  stopping.store(true, std::memory_order_release);  // sync: STOP -> find_work
  {
    std::lock_guard hold(threads_lock);
    for (worker* w : spares_asleep) {
      w->nap.parked.store(0, std::memory_order_release);  // sync: SPARE -> still_parked
      machine->wake(w->nap.parked);
    }
    spares_asleep.clear();
  }
  // A worker that was about to park looks at `stopping` after it has enlisted, so each is either
  // woken here or sees it.
  base::heavy_fence();
  while (sleeper* s = gate.take_one()) machine->wake(s->parked);
  for (auto const& t : threads) t->join();
  threads.clear();
}

/// Under threads_lock.
void start_worker(place& p, bool spare) {
  int const id = p.crew_size.load(std::memory_order_relaxed);  // relaxed: under the lock
  auto& w = p.crew[static_cast<std::size_t>(id)];
  // else a thread could not be started before, and thieves may know it
  if (w == nullptr) w = std::make_unique<worker>();
  w->id = id;
  w->home = &p;
  w->home_bits = name_of_place(p.number);
  w->spare = spare;
  std::uint64_t const seed = p.settings.seed != 0 ? p.settings.seed : 0x5eed;
  w->random_state = (seed + static_cast<std::uint64_t>(id) + 1) * 0x9E3779B97F4A7C15u | 1u;
  w->counters.since.store(p.machine->now(), std::memory_order_relaxed);  // relaxed: the thread starts later
  p.threads.reserve(p.threads.size() + 1);                               // first: a thread that runs must be kept
  p.crew_size.store(id + 1, std::memory_order_release);                  // sync: CREW -> search
  try {
    p.threads.push_back(p.machine->start([k = w.get()] {
      if (k->home->stepped) return enter_thread(k);
      k->thread_number.store(system::this_thread_number(), std::memory_order_relaxed);  // relaxed: a hint
      if (k->home->settings.pin && !k->spare) system::pin_to_cpu(k->id);
      fault_stack const overflow_reports;
      enter_thread(k);
    }));
  } catch (...) {
    p.crew_size.store(id, std::memory_order_relaxed);  // relaxed: only takes back
    throw;
  }
}

}  // namespace skua::sched
