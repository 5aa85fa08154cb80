// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A place: its workers, the tasks that arrived from outside, its idle workers, its cancelled
// scopes. All state of the scheduler hangs off this object, so several places can live in one
// process.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include <skua/detail/core/parker_pool.hpp>
#include <skua/options.hpp>

#include "core/arrivals.hpp"
#include "core/block_depot.hpp"
#include "core/fibre_pool.hpp"
#include "core/message_receiver.hpp"
#include "core/scope_table.hpp"
#include "core/searchers.hpp"
#include "core/service.hpp"
#include "core/spare_pool.hpp"
#include "core/starvation.hpp"
#include "core/wake_up_cost.hpp"
#include "core/worker.hpp"
#include "core/worker_set.hpp"
#include "system/machine.hpp"
#include "system/process.hpp"

namespace skua::sched {

class remote_hooks;
class task_events;

/// State that an upper layer keeps for a place.
struct attachment {
  virtual ~attachment() = default;
};
enum class upper_layer : std::uint8_t { memory, collective, count };

struct place : place_front {
  static constexpr int max_spares = 64;
  // for a simulated place among more than 256: the memory per worker must stay small
  static constexpr int max_spares_of_many_places = 4;

  place(options const& options, int number, int total, system::machine& host_machine = system::real_machine(),
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

  std::vector<std::unique_ptr<worker>>
      worker_table;  // workers, then room for spares; fixed size, filled from the front
  base::atomic<int> started_workers{0};
  worker_set awake;              // those that do not sleep in the gate
  std::vector<worker_set> near;  // the workers on each complex, as a hint; empty: there is one complex
  bool blocks_stay = false;      // long loops are divided into blocks of the workers (worker_blocks.hpp)
  // The processors to which the workers are bound, one after another from index first_processor on;
  // those before it are for other places of this host. Empty: they are not bound.
  std::vector<int> processors;
  int first_processor = 0;      // set before the place starts
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
  searchers searching;
  message_receiver receiver;
  base::atomic<std::uint64_t> force_due{0};  // monotonic ns: no thief forces tasks out before that time
  wake_up_cost waking;
  int reserve = 0;  // workers beyond the processors; 0 if tasks cannot be forced out, and in a simulation

  /// Publishing work wakes a sleeping worker only while fewer workers are awake than there are
  /// processors. One more would cost a system call and take the processor from a worker that has
  /// tasks. Call it after a producer_fence.
  bool wants_more_awake() const noexcept { return gate.sleepers() > reserve; }

  /// How long an idle worker searches before it sleeps. Other places may run on the same
  /// processors, so only a place without others uses the measured cost.
  std::uint64_t search_ns() const noexcept {
    if (settings.spin_us >= 0) return static_cast<std::uint64_t>(settings.spin_us) * 1000;
    bool const is_alone = remote == nullptr && reserve == 0 && !simulated;
    return is_alone ? waking.search_ns() : wake_up_cost::least_search_ns;
  }

  arrivals arrived;
  spare_pool spares;
  fibre_pool fibres;
  parker_pool parkers;
  block_depot blocks;

  scope_table scopes;
  base::atomic<std::uint32_t> counting{0};  // open counted scopes

  scope_frame root;  // tasks of external threads and of run(); open while the place lives
  base::atomic<std::uint32_t> root_completions{0};  // futex: changes when the root scope has no task left
  base::atomic<std::uint32_t> pins{0};              // external threads that use this place now: see class place_pin

  // how many sleeping workers have begun to watch for a deadlock; only the newest one watches
  base::atomic<std::uint32_t> watches{0};
  service services;
  starvation_watch starvation;
  std::uint64_t started_at = 0;

  /// The attachment of a layer; the first call creates it with `make`. Any thread.
  attachment& attachment_of(upper_layer layer, std::unique_ptr<attachment> (*make)(place&));

 private:
  std::mutex attaching_;
  std::unique_ptr<attachment> attachments_[static_cast<std::size_t>(upper_layer::count)];
};

inline place* place_of(fibre const* current) noexcept { return static_cast<place*>(current->place); }

/// Tells the worker's task_periods, if the place measures them.
inline void end_period(worker& worker, bool works) noexcept {
  place const& place = *worker.home;
  if (SKUA_UNLIKELY(place.rate_of_periods.after != nullptr))
    worker.periods.end_one(place.rate_of_periods, place.machine->now(), works);
}

/// For tests: called for each place that ends, when it has no thread any more and has not yet freed
/// anything. Set it before the first place starts.
extern void (*place_ended)(place&);

/// The fence of the frequent side of a fence pair. The rare side uses base::heavy_fence(), or a
/// full fence if the place is not asymmetric.
SKUA_INLINE void producer_fence(place const& place) noexcept {
  if (place.asymmetric) {
    base::light_fence();
  } else {
    base::full_fence();
  }
}

/// The fibre begins to run, or its limit was restored: its next push polls, if there is a reason.
SKUA_INLINE void request_poll_if_needed(fibre* current, place const& place) noexcept {
  producer_fence(place);
  // sync: SWITCH-POLL <-> request_polls
  bool const has_reason = place.wants_more_awake() || place.arrived.count.load(std::memory_order_relaxed) != 0 ||
                          place.cancelled_scopes.load(std::memory_order_relaxed) != 0 ||
                          place.waiting_thieves.load(std::memory_order_relaxed) != 0;
  if (has_reason) current->request_poll();
}

/// Starts the thread of one more worker; `spare`: one that replaces a blocked worker.
void start_worker(place& place, bool spare);

}  // namespace skua::sched
