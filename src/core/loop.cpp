// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The main loop of a worker: run the tasks at the bottom of its fibre, look for more, sleep when
// there is no work.
//
// A fibre's bottom level runs slots of any scope (stolen, arrived); each slot holds a token. Tokens
// of the same scope are given back in one subtraction. This is safe because a pending token always
// belongs to the scope of the running task.
#include "core/loop.hpp"

#include <utility>

#include "core/cancel.hpp"
#include "core/deque_slow.hpp"
#include "core/overflow.hpp"
#include "core/parking.hpp"
#include "core/place.hpp"
#include "core/ready.hpp"
#include "core/remote_hooks.hpp"
#include "core/running.hpp"
#include "core/scope_frame.hpp"
#include "core/spare.hpp"
#include "core/steal.hpp"
#include "core/switch.hpp"
#include "core/task_events.hpp"
#include "core/upper_rooms.hpp"

namespace skua::sched {
namespace {

using observe::phase;

/// An idle worker polls the transport this often between two searches. It reads the clock once in
/// `searches_per_clock_reading` searches, and forces exposure for the first time after
/// `first_force_ns`.
constexpr int polls_between_searches = 16;
constexpr unsigned searches_per_clock_reading = 8;
constexpr std::uint64_t first_force_ns = 5'000;

void enter_phase(worker* w, phase ph) noexcept {
  // sync: TIMING <- start_timing
  if (w->home->timing.load(std::memory_order_acquire)) w->counters.enter(ph, w->home->machine->now());
}

/// Tokens of finished bottom-level tasks, not yet given back.
class pending_tokens {
 public:
  bool differs(scope_frame* f) const noexcept { return f != frame_; }
  void start(scope_frame* f) noexcept { frame_ = f; }
  void add() noexcept { count_ += frame_ != nullptr; }
  void flush() noexcept {
    if (count_ == 0) return;
    owner_ = complete_tokens(frame_, count_);
    count_ = 0;
  }
  /// The owner of a scope that ended here with its last task.
  fibre* take_owner() noexcept { return std::exchange(owner_, nullptr); }

 private:
  scope_frame* frame_ = nullptr;
  std::int64_t count_ = 0;
  fibre* owner_ = nullptr;
};

/// Prepares the fibre for a bottom-level task of scope f: sets counting and slow mode as that scope
/// requires.
SKUA_COLD void adjust_mode(fibre* s, place& p, scope_frame* f) noexcept {
  // relaxed: ordered by how the task got here
  s->counts = p.counting.load(std::memory_order_relaxed) != 0 ? task_counts_around(f) : nullptr;
  s->set_mode(s->counts != nullptr ? slow_mode::all : p.slow);
}

SKUA_INLINE void run_one(fibre* s, slot* h, scope_frame* f) noexcept {
  place& p = *place_of(s);
  s->scope = reinterpret_cast<std::uintptr_t>(f);
  s->task_base = h;
  // relaxed: see adjust_mode
  if (SKUA_UNLIKELY(p.counting.load(std::memory_order_relaxed) != 0 || s->is_slow())) adjust_mode(s, p, f);
  // relaxed: ordered by how the task got here
  if (SKUA_UNLIKELY(p.has_proxies.load(std::memory_order_relaxed))) s->context = context_of(f);
  try {
    // sync: CHECK <-> mark
    if (SKUA_UNLIKELY(s->check_before_run.load(std::memory_order_relaxed) != 0) && f != nullptr &&
        start_forbidden(p, h->scope)) {
      discard(s, h);
    } else {
      h->fn(h, task_op::run);
    }
  } catch (...) {
    f->capture();
  }
  bool const must_check = s->check_before_run.load(std::memory_order_relaxed) != 0;  // sync: CHECK <-> mark
  if (SKUA_UNLIKELY(must_check)) end_task(s);
  if (SKUA_UNLIKELY(must_check) || s->top() != h) drain(s, h, f);
}

/// Runs everything in the deque. Returns the owner of a scope that this completed; the caller
/// continues it.
fibre* run_bottom(fibre* s) noexcept {
  pending_tokens done;
  while (slot* h = pop_task(s, s->bottom())) {
    scope_frame* f = scope_of(h->scope);
    if (SKUA_UNLIKELY(done.differs(f))) {
      done.flush();
      if (fibre* owner = done.take_owner()) make_ready(owner);
      done.start(f);
    }
    run_one(s, h, f);
    done.add();
  }
  done.flush();
  s->scope = 0;
  return done.take_owner();
}

/// The operations of a worker that park() calls.
struct parking_worker {
  fibre* me;
  worker* w;
  place& p;
  fibre** ready;
  search_result found = search_result::nothing;  // by the last search

  bool search() {
    found = sched::find_local_or_steal(me, w, ready);
    return found == search_result::work;
  }
  void request_polls() const noexcept { sched::request_polls(p); }
  void fence_requests() const noexcept {
    if (p.forcible) task_deque::fence_requests();
  }
  bool has_missed_tasks() const noexcept {
    bool has_tasks = false;
    auto const look = [&](fibre* victim) {
      bool exposed = false;
      has_tasks = has_tasks || last_look(*victim, p.forcible, exposed);
      if (exposed) w->counters.forced.add(1);
    };
    for_each_running(p, look, w);
    int const n = p.started_workers.load(std::memory_order_acquire);  // sync: WORKERS <- start_worker
    // relaxed: counted before notify reads the sleepers
    for (int i = 0; i < n && !has_tasks; ++i)
      has_tasks = p.worker_table[static_cast<std::size_t>(i)]->suspended_count.load(std::memory_order_relaxed) != 0;
    return has_tasks;
  }
  bool has_left_tasks() const noexcept { return found == search_result::left_to_others; }
  bool stopping() const noexcept { return p.stopping.load(std::memory_order_acquire); }  // sync: STOP <- stop_threads
  void pass_on_wake_up() const {
    notify(p);
    // relaxed: stored by the waker, ordered by `parked`; this worker does not take them
    if (p.arrived.urgent_count.load(std::memory_order_relaxed) != 0) wake_spare(p);
  }
  void prepare_to_sleep() const {
    if (p.remote != nullptr) p.remote->short_of_work();  // new tasks since the last call may have been taken again
    w->looking.store(false, std::memory_order_release);  // sync: LOOKED -> last_looks_are_over
  }
  void sleep() const noexcept {
    tell(p.events, &task_events::sleep_begins, *w);
    if (!instrument_room.sleep_and_watch(p, w)) p.machine->sleep(w->idle_entry.parked, 1, 0);
    tell(p.events, &task_events::sleep_ends, *w);
  }
};

/// Sleeps until work was published. Returns true if work was found in the final check.
bool park_worker(fibre* me, worker* w, fibre** ready) noexcept {
  w->counters.parks.add(1);
  w->looking.store(true, std::memory_order_relaxed);  // relaxed: it enlists afterwards
  bool const has_work = park(w->home->gate, w->idle_entry, parking_worker{me, w, *w->home, ready});
  w->looking.store(false, std::memory_order_release);  // sync: LOOKED -> last_looks_are_over
  return has_work;
}

/// Polls the transport for an idle worker, if there are several places.
class poller {
 public:
  explicit poller(place& p) noexcept : place_(p), hooks_(p.remote) {}
  ~poller() { pause(); }
  poller(poller const&) = delete;
  poller& operator=(poller const&) = delete;

  /// Returns true if something has arrived.
  bool poll_now() noexcept {
    if (hooks_ == nullptr) return false;
    if (!is_polling_) hooks_->polling(is_polling_ = true);
    hooks_->short_of_work();
    return hooks_->poll();
  }
  /// Pauses between two searches and polls the transport in that time. Returns true if something
  /// has arrived.
  bool poll_for_a_moment() noexcept {
    if (place_.simulated) {
      place_.machine->charge_cost(system::runtime_cost::look_for_work);
      return hooks_ != nullptr && hooks_->poll();
    }
    for (int i = 0; i < polls_between_searches; ++i) {
      base::cpu_relax();
      if (hooks_ != nullptr && hooks_->poll()) return true;
    }
    return false;
  }
  void pause() noexcept {
    if (is_polling_) hooks_->polling(is_polling_ = false);
  }

 private:
  place& place_;
  remote_hooks* hooks_;
  bool is_polling_ = false;
};

/// Exposes tasks of fibres that compute without calling the runtime. Skips a deque that another
/// thread has locked; the next call tries it again.
void force_exposure(place& p, worker* w) noexcept {
  if (!p.forcible) return;
  auto const force_if_requested = [w](fibre* victim) {
    if (!victim->steal_requested()) return;
    if (victim->try_force() == task_deque::forced::exposed) w->counters.forced.add(1);
  };
  for_each_running(p, force_if_requested, w);
}

/// Other places wait for tasks while `next` is about to run. Its next push serves them (push_slow),
/// but a long task may keep its present tasks from them. It calls busy_again() only if there are
/// plenty: to wake a worker in every case would cost each small task that arrives here a system
/// call.
SKUA_COLD void share_find(place& p, fibre* next) noexcept {
  next->request_poll();
  // relaxed: hints
  bool const plenty = next->size() > 1 || p.arrived.count.load(std::memory_order_relaxed) != 0 ||
                      p.arrived.loot_count.load(std::memory_order_relaxed) != 0;
  if (plenty) p.remote->busy_again();
}

/// The search of a worker whose fibre has no tasks left, from the last task to the next.
class work_search {
 public:
  explicit work_search(fibre* me) noexcept : me_(me), worker_(worker_of(me)), place_(*worker_->home), poller_(place_) {
    tell(place_.events, &task_events::search_begins, *worker_);
    enter_phase(worker_, std::exchange(worker_->waiting_task, false) ? phase::wait : phase::idle);
    end_period(*worker_, false);
    worker_->searching.store(true, std::memory_order_relaxed);  // relaxed: a hint
  }

  // sync: STOP <- stop
  bool place_stops() const noexcept { return place_.stopping.load(std::memory_order_acquire); }

  /// Looks once in every queue of this place.
  bool search_once() { return find_local_or_steal(me_, worker_, &ready_) == search_result::work; }

  /// A spare worker that is not needed any more sleeps here. Returns true if something may have
  /// changed.
  bool retire_if_surplus() noexcept {
    if (!worker_->spare) return false;
    poller_.pause();
    return retire_spare(worker_);
  }

  bool poll_messages() noexcept { return poller_.poll_now() || poller_.poll_for_a_moment(); }

  /// Reads the clock now and then. Returns false if it did not.
  bool update_clock() noexcept {
    if (++searches_ % searches_per_clock_reading != 0) return false;
    std::uint64_t const now = place_.machine->now();
    if (idle_since_ == 0) idle_since_ = now;
    idle_ns_ = now - idle_since_;
    return true;
  }

  /// At first_force_ns, then whenever the idle time has doubled, and once before each sleep,
  /// however short the search. Not more often: a membarrier interrupts every running thread.
  void force_exposure_if_due() noexcept {
    if (idle_ns_ < next_force_ns_ && !(is_impatient() && next_force_ns_ == first_force_ns)) return;
    force_exposure(place_, worker_);
    next_force_ns_ = 2 * idle_ns_;
  }

  /// Sleeps when the search has lasted for the set time. Returns true if it has found work instead.
  bool park_if_idle_long() noexcept {
    if (!is_impatient()) return false;
    poller_.pause();
    if (park_worker(me_, worker_, &ready_)) return true;
    idle_since_ = 0;
    next_force_ns_ = first_force_ns;
    return false;
  }

  /// The end of the search: the fibre to continue, or nullptr if the next tasks are in `me`, or if
  /// the place stops.
  fibre* result() {
    tell(place_.events, &task_events::search_ends, *worker_);
    if (place_stops() && ready_ == nullptr && me_->empty()) {
      enter_phase(worker_, phase::finalise);
      return nullptr;
    }
    worker_->searching.store(false, std::memory_order_relaxed);  // relaxed: a hint
    enter_phase(worker_, phase::user);
    if (ready_ != nullptr) end_period(*worker_, true);
    share_with_others();
    return ready_;
  }

 private:
  bool is_impatient() const noexcept { return idle_ns_ >= static_cast<std::uint64_t>(place_.settings.spin_us) * 1000; }

  /// Wakes other workers and serves other places, now that there is work here.
  void share_with_others() {
    if (place_.remote != nullptr) place_.remote->soon_short_of_work();
    // relaxed: a hint
    if (SKUA_UNLIKELY(place_.waiting_thieves.load(std::memory_order_relaxed) != 0))
      share_find(place_, ready_ != nullptr ? ready_ : me_);
    producer_fence(place_);  // a worker that enlists after this fence sees the found work
    place_.spares.demand.worker_begins(place_);
    // Wake-ups chain: other workers get half of many tasks at once, the rest on demand.
    if (place_.wants_more_awake()) {
      if (me_->size() > 1 && me_->expose_half()) notify(place_);
      me_->request_poll();
    }
    if (place_.arrived.count.load(std::memory_order_relaxed) != 0) {  // sync: SWITCH-POLL <-> request_polls
      me_->request_poll();
      announce_arrival(place_);  // the worker that was woken for it may be busy now
    }
  }

  fibre* me_;
  worker* worker_;
  place& place_;
  poller poller_;
  fibre* ready_ = nullptr;
  unsigned searches_ = 0;
  std::uint64_t idle_since_ = 0;  // ns; 0: the clock has not been read
  std::uint64_t idle_ns_ = 0;
  std::uint64_t next_force_ns_ = first_force_ns;
};

}  // namespace

fibre* find_work(fibre* me) {
  work_search search(me);
  while (!search.place_stops()) {
    if (search.search_once()) break;
    if (search.retire_if_surplus()) continue;
    if (search.poll_messages()) continue;
    if (!search.update_clock()) continue;
    search.force_exposure_if_due();
    if (search.park_if_idle_long()) break;
  }
  return search.result();
}

void fibre_main(void* argument) noexcept {
  auto* s = static_cast<fibre*>(argument);
  enter_fibre(s);
  run_post(worker_of(s));
  if (s->overflow_spawner.load(std::memory_order_relaxed) != nullptr) {  // relaxed: set before the switch to this fibre
    if (fibre* ready = run_overflow(s)) leave_for(s, ready);
  }
  for (;;) {
    fibre* ready = run_bottom(s);
    if (ready == nullptr) {
      ready = find_work(s);
      if (ready == nullptr && s->empty()) leave_thread(s);
    }
    if (ready != nullptr) leave_for(s, ready);
  }
}

}  // namespace skua::sched
