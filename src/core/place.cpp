// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/place.hpp"

#include <algorithm>
#include <new>
#include <string>
#include <system_error>

#include <skua/detail/base/check.hpp>
#include <skua/detail/core/object_name.hpp>
#include <skua/detail/core/partials.hpp>
#include <skua/error.hpp>

#include "base/random.hpp"
#include "core/cancel.hpp"
#include "core/place_registry.hpp"
#include "core/scope_extension.hpp"
#include "core/scope_frame.hpp"
#include "core/settings.hpp"
#include "core/switch.hpp"
#include "core/task_events.hpp"
#include "core/upper_rooms.hpp"
#include "system/cpus.hpp"
#include "system/thread_state.hpp"
#include "system/topology.hpp"

namespace skua::sched {

void (*place_ended)(place&) = nullptr;

place::place(options const& options, int place_number, int place_count, system::machine& host_machine,
             bool is_simulated)
    : settings(options),
      machine(&host_machine),
      asymmetric(!is_simulated && base::asymmetric_fences()),
      forcible(is_simulated || asymmetric),
      timing(options.stats != stats_level::off || !options.metrics.empty()),
      detailed(options.stats == stats_level::detailed),
      slow(detailed || is_simulated || options.check ? slow_mode::all
           : options.trace.empty()                   ? slow_mode::off
                                                     : slow_mode::pops),
      gate(asymmetric),
      fibres(options.stack_bytes) {
  set_check_mode(options.check);
  simulated = is_simulated;
  number = place_number;
  total = place_count;
  workers = options.workers > 0 ? options.workers : options.check ? 1 : system::usable_cpus();
  if (forcible) reserve = std::max(0, workers - machine->processors());
  worker_limit = workers + (simulated && total > 256 ? max_spares_of_many_places : max_spares);
  started_at = machine->now();
  worker_table.resize(static_cast<std::size_t>(worker_limit));
  awake.resize(worker_table.size());
  if (int const complexes = workers > 1 ? machine->complexes() : 1; complexes > 1)
    near.resize(static_cast<std::size_t>(complexes));
  for (worker_set& workers_near : near) workers_near.resize(worker_table.size());
  blocks_stay = !near.empty();
  root.parent = 0;
  root.state.raise(scope_waiting);  // the thread that returns its last token changes root_completions
  root.state.raise(scope_keep_going);
  root.base = nullptr;
  root.owner = nullptr;
  root.extension = nullptr;
  instrument_room.add_instruments(*this);  // may throw: nothing to free so far
  (void)extend(&root);
}

void place::start() {
  try {
    if (settings.pin && !simulated)
      processors = system::worker_order(system::read_topology("", system::processors_in_affinity()));
    tell(events, &task_events::threads_start, *this);
    starvation.start(worker_table.size());
    spares.demand.start(worker_table.size());
    services.start(*this);
    {
      std::lock_guard hold(threads_lock);
      for (int i = 0; i < workers; ++i) start_worker(*this, false);
    }
  } catch (std::bad_alloc const&) {
    stop_threads();
    throw error("not enough memory for " + std::to_string(workers) + " worker threads; lower SKUA_WORKERS");
  } catch (std::system_error const& failure) {
    stop_threads();
    throw error("cannot start " + std::to_string(workers) + " worker threads: " + failure.what() +
                "; lower SKUA_WORKERS");
  }
}

place::~place() {
  std::uint32_t last_value = root_completions.load(std::memory_order_acquire);  // sync: ROOT-EMPTY <- scope_ended
  while (root.state.load() >= scope_token) {                                    // tasks of external threads
    machine->sleep(root_completions, last_value, 0);
    last_value = root_completions.load(std::memory_order_acquire);  // sync: ROOT-EMPTY <- scope_ended
  }
  stop_threads();
  while (pins.load(std::memory_order_acquire) != 0) base::yield_thread();  // sync: PLACE-PIN <- ~place_pin
  tell(events, &task_events::threads_ended);
  if (place_ended != nullptr) place_ended(*this);
  retire_extension(*this, &root);
  for (auto& worker : worker_table) {
    if (worker == nullptr) continue;
    partial_owner::close_all(worker->partials);
    for (block_list const& list : worker->blocks) {
      free_blocks(list.head);
      free_blocks(list.full);
    }
  }
}

attachment& place::attachment_of(upper_layer layer, std::unique_ptr<attachment> (*make)(place&)) {
  std::lock_guard const hold(attaching_);
  auto& attachment = attachments_[static_cast<std::size_t>(layer)];
  if (attachment == nullptr) attachment = make(*this);
  return *attachment;
}

/// No task is left, so neither a tick nor a timer can start a spare worker any more. A worker may
/// already be starting one: the task that it had found was stolen since then. That worker sees
/// `stopping`, or its spare is started before this thread has the lock.
void place::stop_threads() noexcept {
  services.stop();
  stopping.store(true, std::memory_order_release);  // sync: STOP -> find_work
  {
    std::lock_guard hold(threads_lock);
    for (worker* worker : spares.asleep) {
      worker->idle_entry.parked.store(0, std::memory_order_release);  // sync: SPARE -> still_parked
      machine->wake(worker->idle_entry.parked);
    }
    spares.asleep.clear();
  }
  // A worker that is about to park reads `stopping` after it has enlisted. So each worker is either
  // woken here or sees `stopping`.
  base::heavy_fence();
  while (sleeper* sleeper = gate.take_one(0, [this] { searching.begin(); })) wake_parked(*this, *sleeper->owner);
  for (auto const& thread : threads) thread->join();
  threads.clear();
}

/// Under threads_lock.
void start_worker(place& place, bool spare) {
  int const id = place.started_workers.load(std::memory_order_relaxed);  // relaxed: under the lock
  auto& own = place.worker_table[static_cast<std::size_t>(id)];
  // non-null if its thread could not be started before; thieves may know the object
  if (own == nullptr) own = std::make_unique<worker>();
  own->id = id;
  own->home = &place;
  own->idle_entry.owner = own.get();
  own->home_bits = name_of_place(place.number);
  own->spare = spare;
  tell(place.events, &task_events::worker_made, *own);
  std::uint64_t const seed = place.settings.seed != 0 ? place.settings.seed : 0x5eed;
  own->random_state = (seed + static_cast<std::uint64_t>(id) + 1) * base::golden_ratio | 1u;
  own->counters.since.store(place.machine->now(), std::memory_order_relaxed);  // relaxed: the thread starts later
  // first: a started thread must not get lost
  place.threads.reserve(place.threads.size() + 1);
  place.awake.add(id);
  place.started_workers.store(id + 1, std::memory_order_release);  // sync: WORKERS -> find_local_or_steal
  try {
    place.threads.push_back(place.machine->start([started = own.get()] {
      if (started->home->simulated) return enter_thread(started);
      // A thread that still allocates its stacks must not look like a sleeping task.
      // relaxed: a hint
      started->searching.store(true, std::memory_order_relaxed);
      started->thread_number.store(system::this_thread_number(), std::memory_order_relaxed);  // relaxed: a hint
      std::vector<int> const& order = started->home->processors;
      auto const turn = static_cast<std::size_t>(started->home->first_processor + started->id);
      if (!order.empty() && !started->spare) system::bind_to_processor(order[turn % order.size()]);
      instrument_room.run_worker(started);
    }));
  } catch (...) {
    place.started_workers.store(id, std::memory_order_relaxed);  // relaxed: only takes back
    throw;
  }
}

}  // namespace skua::sched
