// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sched/place.hpp"

#include <skua/base/check.hpp>

#include "sched/fault.hpp"
#include "sched/settings.hpp"
#include "system/cpus.hpp"

namespace skua::sched {

place::place(options const& o)
    : settings(o),
      machine(&system::real_machine()),
      asymmetric(base::asymmetric_fences()),
      timing(o.stats != stats_level::off),
      detailed(o.stats == stats_level::detailed),
      gate(asymmetric),
      fibres(o.stack_bytes) {
  workers = o.workers > 0 ? o.workers : system::usable_cpus();
  slots = workers + most_spares;
  started_at = machine->now();
  crew.resize(static_cast<std::size_t>(slots));
  root.parent = 0;
  root.state.raise(scope_waiting);  // whoever takes its last token rings root_quiet
  root.state.raise(scope_keep_going);
  root.base = nullptr;
  root.owner = nullptr;
  root.extension = nullptr;
  (void)extend(&root);
  services.start(*this);
  std::lock_guard hold(threads_lock);
  for (int i = 0; i < workers; ++i) start_worker(*this, false);
}

place::~place() {
  std::uint32_t quiet = root_quiet.load(std::memory_order_acquire);  // sync: QUIET <- complete_tokens
  while (root.state.load() >= scope_token) {  // tasks of plain threads
    machine->sleep(root_quiet, quiet, 0);
    quiet = root_quiet.load(std::memory_order_acquire);  // sync: QUIET <- complete_tokens
  }
  stopping.store(true, std::memory_order_release);  // sync: STOP -> find_work
  {
    std::lock_guard hold(threads_lock);
    for (worker* w : spares_asleep) {
      w->nap.parked.store(0, std::memory_order_release);  // sync: SPARE -> retire_spare
      machine->wake(w->nap.parked);
    }
    spares_asleep.clear();
  }
  // A worker that was about to park looks at `stopping` after it has enlisted, so each is either woken here or sees it.
  base::heavy_fence();
  while (sleeper* s = gate.take_one()) machine->wake(s->parked);
  for (std::thread& t : threads) t.join();
  services.stop();
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

/// Under threads_lock.
void start_worker(place& p, bool spare) {
  int const id = p.crew_size.load(std::memory_order_relaxed);  // relaxed: under the lock
  auto& w = p.crew[static_cast<std::size_t>(id)];
  w = std::make_unique<worker>();
  w->id = id;
  w->home = &p;
  w->spare = spare;
  std::uint64_t const seed = p.settings.seed != 0 ? p.settings.seed : 0x5eed;
  w->random_state = (seed + static_cast<std::uint64_t>(id) + 1) * 0x9E3779B97F4A7C15u | 1u;
  w->counters.since.store(p.machine->now(), std::memory_order_relaxed);  // relaxed: the thread starts later
  p.crew_size.store(id + 1, std::memory_order_release);  // sync: CREW -> search
  p.threads.emplace_back([k = w.get()] {
    if (k->home->settings.pin && !k->spare) system::pin_to_cpu(k->id);
    fault_stack const overflow_reports;
    enter_thread(k);
  });
}

}  // namespace skua::sched
