// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A place: its workers, where work arrives from outside, who sleeps, which scopes are cancelled.
// Everything the scheduler knows hangs off this object, so that several places can live in one
// process.
//
// Threads: arrivals and urgent tasks come from anyone, under `arrivals_lock`; their counts are
// hints beside it. Attention is called once while there are arrivals: a fibre that answers goes on
// wanting it until there are none (push_slow), and one that is switched to, or has found work,
// looks for itself (publish_current, find_work). The scope table is under scopes_lock. Edge ARRIVE:
// contents of an arrival (spinlock).
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include <skua/options.hpp>
#include <skua/sched/parker_pool.hpp>
#include <skua/sched/self.hpp>

#include "sched/far.hpp"
#include "sched/fibre_pool.hpp"
#include "sched/overdue.hpp"
#include "sched/scope_extension.hpp"
#include "sched/service.hpp"
#include "sched/slot_list.hpp"
#include "sched/spare_watch.hpp"
#include "sched/worker.hpp"
#include "system/machine.hpp"
#include "system/process.hpp"

namespace skua::sched {

struct scope_entry {
  scope_frame* frame = nullptr;
  std::uint32_t generation = 1;
};

/// What a layer above keeps for a place.
struct attachment {
  virtual ~attachment() = default;
};
enum class attached : std::uint8_t { memory, collective, count };

struct place : place_front {
  static constexpr int most_spares = 64;
  // of a simulated place beside many others: what exists per worker is to be small
  static constexpr int most_spares_in_a_crowd = 4;

  place(options const& o, int number, int total, system::machine& on = system::real_machine(), bool stepped = false);
  ~place();
  place(place const&) = delete;
  place& operator=(place const&) = delete;
  void start();  // its threads; throws skua::error
  void stop_threads() noexcept;

  options settings;
  system::machine* machine;
  bool asymmetric;        // the frequent half of a fence pair is a light one
  bool forcible;          // tasks can be forced out of the private part of a deque
  bool timing = false;    // breakdown of time per worker
  bool detailed = false;  // per task as well
  bool stepped;           // by a simulator: each push and pop is a step of the world
  bool slow;              // every fibre runs in slow mode

  std::vector<std::unique_ptr<worker>> crew;  // workers, then room for spares; fixed size, filled from the front
  base::atomic<int> crew_size{0};
  system::maker_process maker;  // has the threads
  std::vector<std::unique_ptr<system::thread>> threads;
  std::mutex threads_lock;
  base::atomic<bool> stopping{false};

  far_hooks* far = nullptr;                   // set before the first worker starts, absent with one place
  base::atomic<std::uint32_t> far_hunger{0};  // other places that wait for tasks of ours
  base::atomic<bool> has_proxies{false};      // a scope of another place has had tasks here; stays
  // tokens of this place's own scopes that other places hold (scope_tree)
  base::atomic<std::uint64_t> lent{0};

  sleep_gate gate;
  int reserve = 0;  // workers beyond the processors; 0 where tasks cannot be forced out, and in a simulation

  /// A sleeping worker is woken for new work only while fewer workers are awake than there are
  /// processors: beyond that one more costs a system call and takes the processor from those that
  /// have tasks. After a fence_lightly.
  bool wants_more_awake() const noexcept { return gate.sleepers() > reserve; }

  // arrivals from outside, oldest first
  base::spinlock arrivals_lock;
  slot_queue arrived_tasks;
  fibre_list arrived_fibres;
  base::atomic<std::uint32_t> arrivals{0};
  base::atomic<std::uint32_t> arrivals_taken{0};  // ever
  bool attended = false;                          // attention has been called since there were none
  slot_queue loot;                                // taken from other places, for whoever has nothing to do
  base::atomic<std::uint32_t> loot_size{0};
  slot_queue urgent_tasks;
  base::atomic<std::uint32_t> urgents{0};

  // spare workers
  base::atomic<int> blocked{0};                // workers in blocking()
  base::atomic<int> standing_in{0};            // spares awake in their stead
  base::atomic<std::uint32_t> retirements{0};  // how often a spare has gone to sleep
  std::vector<worker*> spares_asleep;          // under threads_lock

  fibre_pool fibres;
  parker_pool parkers;

  std::mutex scopes_lock;
  std::vector<scope_entry> scopes;
  std::vector<std::uint32_t> free_scopes;
  std::unordered_map<std::uint64_t, proxy_frame*> proxies;  // by the id of the scope they stand for
  base::atomic<std::uint32_t> counting{0};                  // counted scopes open

  scope_frame root;                           // tasks of plain threads and of run(); open for the place's whole life
  base::atomic<std::uint32_t> root_quiet{0};  // futex: changes when the root scope has no task left
  base::atomic<std::uint32_t> visitors{0};    // threads of others at work in here: see visit

  // how many sleeping workers have begun to watch for a deadlock; the newest does
  base::atomic<std::uint32_t> watches{0};
  service services;
  overdue_watch overdue;
  spare_watch spare_demand;
  std::uint64_t started_at = 0;

  /// That of a layer; `make` makes it at the first call. Any thread.
  attachment& attachment_of(attached what, std::unique_ptr<attachment> (*make)(place&));

 private:
  std::mutex attaching_;
  std::unique_ptr<attachment> attachments_[static_cast<std::size_t>(attached::count)];
};

inline place* place_of(fibre const* s) noexcept { return static_cast<place*>(s->at); }

/// The frequent half of the fence pairs of a place; the other half is base::heavy_fence(), or a
/// full fence where that reaches nobody.
SKUA_INLINE void fence_lightly(place const& p) noexcept {
  if (p.asymmetric) {
    base::light_fence();
  } else {
    base::full_fence();
  }
}

// ---- scheduling decisions (decide.cpp, loop.cpp, steal.cpp) ----
void start_worker(place& p, bool spare);
void fibre_main(void* self) noexcept;
/// A fibre to continue, or tasks moved into `me`'s deque (then nullptr), or neither and the place
/// stops.
fibre* find_work(fibre* me);
/// What to continue when a task suspends: a ready fibre, or a fresh one that looks for work.
fibre* next_fibre(worker* w);
/// One look everywhere; true: tasks in `me` or a fibre in `ready`.
bool search(fibre* me, worker* w, fibre** ready);

/// The first thing a borrower does; the fibre to continue, or nullptr (lending.cpp).
fibre* work_off_lender(fibre* d) noexcept;

// ---- switching (switch.hpp, switch.cpp) ----
void split_ranges(fibre* s) noexcept;  // running loops leave their rest to others before the fibre stops
[[noreturn]] void leave_for(fibre* from, fibre* to) noexcept;  // `from` goes back to the pool
[[noreturn]] void leave_thread(fibre* from) noexcept;          // the worker's thread ends
void enter_thread(worker* w) noexcept;                         // the worker's thread begins; returns at its end
void enter_fibre(fibre* s) noexcept;                           // first thing on a fresh stack
void run_post(worker* w) noexcept;

/// Under arrivals_lock: one has been taken from the queue with that count.
inline void one_less(place& p, base::atomic<std::uint32_t>& count) noexcept {
  bool const last = count.fetch_sub(1, std::memory_order_relaxed) == 1;  // relaxed: under the lock
  if (&count != &p.arrivals) return;
  if (last) p.attended = false;
  // relaxed: under the lock
  p.arrivals_taken.store(p.arrivals_taken.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

// ---- waking (ready.cpp) ----
void make_ready(fibre* f) noexcept;  // from anywhere
// work was published: wakes a sleeper, if one should be awake (wants_more_awake)
bool notify(place& p) noexcept;
bool wake_one(place& p) noexcept;          // wakes a sleeper, if there is one
void call_attention(place& p) noexcept;    // every running fibre enters its slow path at its next push
void announce_arrival(place& p) noexcept;  // something arrived from outside: wakes a sleeper, or else calls attention
void list_orphan(fibre* f, worker* w) noexcept;
void unlist_orphan(fibre* f) noexcept;
void unlink_orphan_locked(fibre* f, worker* w) noexcept;

/// The lowest slot of the innermost open scope of a fibre: below it nothing may be taken from the
/// deep end.
slot* innermost_base(fibre const* s) noexcept;
/// Gives a copied slot a token if it has none; returns the frame that must get it.
inline scope_frame* mark_counted(slot& s) noexcept {
  if ((s.scope & slot_counted) != 0) return nullptr;
  s.scope |= slot_counted;
  return scope_of(s.scope);
}
/// Gives tokens back; the owner to resume, if that was the last and it waits.
fibre* complete_tokens(scope_frame* f, std::int64_t n) noexcept;
/// Runs the task of an awaited future from the middle of the deque; false: it is not there, or the
/// stack is low.
bool run_from_middle(fibre* s, claimable* c);
/// The innermost counted scope around a frame, or nullptr.
tally* tally_around(scope_frame* f) noexcept;
/// Whether a wait under this scope word must end: a cancelled scope around it, no shield between.
bool scope_forbids(std::uintptr_t scope_word) noexcept;
bool is_cancelled_error(std::exception_ptr const& e) noexcept;
/// Plain threads blocked in the library without a timeout. Counted for the whole process: such a
/// wait may outlive every place.
class outside_waiter {
 public:
  /// After the thread has registered its wait; taken back by the thread that wakes it, before it
  /// does.
  static void enter() noexcept;
  static void leave() noexcept;
  /// The calling thread sleeps while word == seen; may return early. It counts for as long as that
  /// holds.
  static void sleep(system::machine& on, base::atomic<std::uint32_t>& word, std::uint32_t seen) noexcept;
  /// Never too high: a thread that is to be woken does not count any more, however long it is in
  /// coming.
  static int count() noexcept;
};
/// A registered waiter may be claimed from now on; ends its wait at once if its scope was cancelled
/// meanwhile. Afterwards it may run and be gone: a parker is type-stable, nothing else of it may be
/// touched.
void open_wait(place& p, parker& k) noexcept;
/// While it lives the place is not destroyed. Whoever hands something over from a thread that is
/// not one of the place's own needs one from before the hand-over, when a token or the registry
/// still keeps the place, to its last look at the place: what it handed over may end the run.
class visit {
 public:
  explicit visit(place* p) noexcept : place_(p), counts_(p != nullptr && !at_home(*p)) {
    // relaxed: ordered by what keeps the place meanwhile
    if (counts_) p->visitors.fetch_add(1, std::memory_order_relaxed);
  }
  ~visit() {
    // gcc 12 does not see that the first implies the second.
    // sync: VISIT -> ~place
    if (counts_ && place_ != nullptr) place_->visitors.fetch_sub(1, std::memory_order_release);
  }
  visit(visit const&) = delete;
  visit& operator=(visit const&) = delete;
  /// The calling task's place, or the one that lives for plain threads; none: at() is nullptr.
  static visit current() noexcept;
  place* at() const noexcept { return place_; }

 private:
  static bool at_home(place const& p) noexcept {
    fibre const* s = self();
    return s != nullptr && s->at == &p;
  }
  place* place_;
  bool counts_;
};
void set_slow(fibre* s, bool on) noexcept;

}  // namespace skua::sched
