// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A place: its workers, the tasks that arrived from outside, its idle workers, its cancelled
// scopes. All state of the scheduler hangs off this object, so several places can live in one
// process.
//
// Threads: any thread adds arrivals and urgent tasks, under `arrivals_lock`; the counts beside them
// are hints. The thread that adds the first arrival asks every worker to look for arrivals at its
// next push (request_polls); the workers keep doing so until no arrival is left (push_slow). A
// worker that switches to another fibre, or has found work, looks without being asked
// (publish_current, find_work). The scope table is under scopes_lock. Edge ARRIVE: contents of an
// arrival (spinlock).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include <skua/detail/core/parker_pool.hpp>
#include <skua/detail/core/self.hpp>
#include <skua/options.hpp>

#include "core/cancel.hpp"
#include "core/fibre_pool.hpp"
#include "core/remote_hooks.hpp"
#include "core/scope_extension.hpp"
#include "core/scope_frame.hpp"
#include "core/service.hpp"
#include "core/slot_list.hpp"
#include "core/spare_watch.hpp"
#include "core/starvation.hpp"
#include "core/task_events.hpp"
#include "core/worker.hpp"
#include "system/machine.hpp"
#include "system/process.hpp"

namespace skua::sched {

struct scope_entry {
  scope_frame* frame = nullptr;
  std::uint32_t generation = 1;
};

/// State that an upper layer keeps for a place.
struct attachment {
  virtual ~attachment() = default;
};
enum class upper_layer : std::uint8_t { memory, collective, count };

struct place : place_front {
  static constexpr int max_spares = 64;
  // for a simulated place among more than 256: the memory per worker must stay small
  static constexpr int max_spares_of_many_places = 4;

  place(options const& o, int number, int total, system::machine& host_machine = system::real_machine(),
        bool simulated = false);
  ~place();
  place(place const&) = delete;
  place& operator=(place const&) = delete;
  void start();  // starts its threads; throws skua::error
  void stop_threads() noexcept;

  options settings;
  system::machine* machine;
  bool asymmetric;                   // the frequent side of each fence pair is a light fence
  bool forcible;                     // thieves can force tasks out of the private part of a deque
  base::atomic<bool> timing{false};  // measure the time of each worker; it may begin later (start_timing)
  bool detailed = false;             // measure each task as well
  period_rate rate_of_periods;
  slow_mode slow;                       // of every fibre
  std::unique_ptr<task_events> events;  // its instruments; null: it has none
  bool follows_every_task = false;      // an instrument is told of the end of each task in a scope

  std::vector<std::unique_ptr<worker>>
      worker_table;  // workers, then room for spares; fixed size, filled from the front
  base::atomic<int> started_workers{0};
  system::maker_process maker;  // the process that owns the threads
  std::vector<std::unique_ptr<system::thread>> threads;
  std::mutex threads_lock;
  base::atomic<bool> stopping{false};

  // set before the first worker starts; null if there is one place and the check mode is off
  remote_hooks* remote = nullptr;
  base::atomic<std::uint32_t> waiting_thieves{0};  // number of other places that wait for tasks of this one
  base::atomic<bool> has_proxies{false};           // a scope of another place has had tasks here; never reset
  // tokens of this place's own scopes that other places hold (scope_tree)
  base::atomic<std::uint64_t> lent_tokens{0};

  event_count gate;
  int reserve = 0;  // workers beyond the processors; 0 if tasks cannot be forced out, and in a simulation

  /// Publishing work wakes a sleeping worker only while fewer workers are awake than there are
  /// processors. One more would cost a system call and take the processor from a worker that has
  /// tasks. Call it after a producer_fence.
  bool wants_more_awake() const noexcept { return gate.sleepers() > reserve; }

  // arrivals from outside, oldest first
  base::spinlock arrivals_lock;
  slot_queue arrived_tasks;
  fibre_list arrived_fibres;
  base::atomic<std::uint32_t> arrivals{0};
  base::atomic<std::uint32_t> arrivals_taken{0};  // total since the start
  bool polls_requested = false;                   // a poll was requested since the last time there were none
  slot_queue loot;                                // stolen from other places, for workers without tasks
  base::atomic<std::uint32_t> loot_size{0};
  slot_queue urgent_tasks;
  base::atomic<std::uint32_t> urgents{0};

  // spare workers
  base::atomic<int> blocked{0};  // blocking() sections
  base::spinlock sections_lock;
  std::vector<fibre*> fibres_in_sections;      // those in blocking(), under sections_lock
  base::atomic<int> awake_spares{0};           // spares that have not retired; some may sleep in the gate
  base::atomic<std::uint32_t> retirements{0};  // how often a spare has gone to sleep
  std::vector<worker*> spares_asleep;          // under threads_lock

  fibre_pool fibres;
  parker_pool parkers;

  std::mutex scopes_lock;
  std::vector<scope_entry> scopes;
  std::vector<std::uint32_t> free_scopes;
  // By the id of the scope that the proxy stands for. In order, so that simulated runs send their
  // messages in the same order.
  std::map<std::uint64_t, proxy_frame*> proxies;
  base::atomic<std::uint32_t> counting{0};  // open counted scopes

  scope_frame root;  // tasks of external threads and of run(); open while the place lives
  base::atomic<std::uint32_t> root_completions{0};  // futex: changes when the root scope has no task left
  base::atomic<std::uint32_t> pins{0};              // external threads that use this place now: see class place_pin

  // how many sleeping workers have begun to watch for a deadlock; only the newest one watches
  base::atomic<std::uint32_t> watches{0};
  service services;
  starvation_watch starvation;
  spare_watch spare_demand;
  std::uint64_t started_at = 0;

  /// The attachment of a layer; the first call creates it with `make`. Any thread.
  attachment& attachment_of(upper_layer layer, std::unique_ptr<attachment> (*make)(place&));

 private:
  std::mutex attaching_;
  std::unique_ptr<attachment> attachments_[static_cast<std::size_t>(upper_layer::count)];
};

inline place* place_of(fibre const* s) noexcept { return static_cast<place*>(s->place); }

/// Tells the worker's task_periods, if the place measures them.
inline void end_period(worker& w, bool works) noexcept {
  place const& p = *w.home;
  if (SKUA_UNLIKELY(p.rate_of_periods.after != nullptr)) w.periods.end_one(p.rate_of_periods, p.machine->now(), works);
}

/// For tests: called for each place that ends, when it has no thread any more and has not yet freed
/// anything. Set it before the first place starts.
extern void (*place_ended)(place&);

/// The fence of the frequent side of a fence pair. The rare side uses base::heavy_fence(), or a
/// full fence if the place is not asymmetric.
SKUA_INLINE void producer_fence(place const& p) noexcept {
  if (p.asymmetric) {
    base::light_fence();
  } else {
    base::full_fence();
  }
}

/// Starts the thread of one more worker; `spare`: one that replaces a blocked worker.
void start_worker(place& p, bool spare);

/// Under arrivals_lock: notes that one entry was taken from the queue with that count.
inline void note_taken(place& p, base::atomic<std::uint32_t>& count) noexcept {
  bool const last = count.fetch_sub(1, std::memory_order_relaxed) == 1;  // relaxed: under the lock
  if (&count != &p.arrivals) return;
  if (last) p.polls_requested = false;
  // relaxed: under the lock
  p.arrivals_taken.store(p.arrivals_taken.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

/// Gives a copied slot a token if it has none. Returns the frame whose count must be raised for it,
/// or nullptr.
inline scope_frame* mark_counted(slot& s) noexcept {
  if ((s.scope & slot_counted) != 0) return nullptr;
  s.scope |= slot_counted;
  return scope_of(s.scope);
}
/// Adds the token of one slot by itself.
inline void add_token(slot& s) noexcept {
  if (scope_frame* f = mark_counted(s)) f->state.add(1);
}
/// A slot leaves the deque for another fibre or place: its waiter must not look for it there.
inline void hide_from_waiter(slot& s) noexcept {
  if ((s.scope & slot_claimable) != 0) claimable_of(&s)->set_where(nullptr);
}
/// While it lives the place is not destroyed. A thread that is not one of the place's own must hold
/// one when it hands work over, because that work may end the run. It holds it from before the
/// hand-over, while a token or the registry still keeps the place, to its last access to the place.
class place_pin {
 public:
  explicit place_pin(place* p) noexcept : place_(p), is_counted_(p != nullptr && !at_home(*p)) {
    // relaxed: ordered by the token or the registry that keeps the place
    if (is_counted_) p->pins.fetch_add(1, std::memory_order_relaxed);
  }
  ~place_pin() {
    // gcc 12 does not see that the first implies the second.
    // sync: PLACE-PIN -> ~place
    if (is_counted_ && place_ != nullptr) place_->pins.fetch_sub(1, std::memory_order_release);
  }
  place_pin(place_pin const&) = delete;
  place_pin& operator=(place_pin const&) = delete;
  /// A pin of the calling task's place, or of the place that serves external threads. Without a
  /// place at() is nullptr.
  static place_pin current() noexcept;
  place* at() const noexcept { return place_; }

 private:
  static bool at_home(place const& p) noexcept {
    fibre const* s = self();
    return s != nullptr && s->place == &p;
  }
  place* place_;
  bool is_counted_;
};

}  // namespace skua::sched
