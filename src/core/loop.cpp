// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The main loop of a worker: run the tasks at the bottom of its fibre, look for more, sleep when
// there is no work.
//
// A fibre's bottom level runs slots of any scope (stolen, arrived); each slot holds a token. Tokens
// of the same scope are given back in one subtraction. This is safe because a pending token always
// belongs to the scope of the running task.
#include "core/loop.hpp"

#include <algorithm>
#include <limits>
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
/// `searches_per_clock_reading` searches, and forces exposure for the first time when a request has
/// not been answered for `first_force_ns`.
constexpr int polls_between_searches = 16;
constexpr unsigned searches_per_clock_reading = 8;
constexpr std::uint64_t first_force_ns = 20'000;

void enter_phase(worker* worker, phase ph) noexcept {
  // sync: TIMING <- start_timing
  if (worker->home->timing.load(std::memory_order_acquire)) worker->counters.enter(ph, worker->home->machine->now());
}

/// Tokens of finished bottom-level tasks, not yet given back.
class pending_tokens {
 public:
  bool differs(scope_frame* frame) const noexcept { return frame != frame_; }
  void start(scope_frame* frame) noexcept { frame_ = frame; }
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

/// Prepares the fibre for a bottom-level task of scope `frame`: sets counting and slow mode as that
/// scope requires.
SKUA_COLD void adjust_mode(fibre* current, place& place, scope_frame* frame) noexcept {
  // relaxed: ordered by how the task got here
  current->counts = place.counting.load(std::memory_order_relaxed) != 0 ? task_counts_around(frame) : nullptr;
  current->set_mode(current->counts != nullptr ? slow_mode::all : place.slow);
}

SKUA_INLINE void run_one(fibre* current, slot* task, scope_frame* frame) noexcept {
  place& place = *place_of(current);
  current->scope = reinterpret_cast<std::uintptr_t>(frame);
  current->task_base = task;
  // relaxed: see adjust_mode
  if (SKUA_UNLIKELY(place.counting.load(std::memory_order_relaxed) != 0 || current->is_slow()))
    adjust_mode(current, place, frame);
  // relaxed: ordered by how the task got here
  if (SKUA_UNLIKELY(place.has_proxies.load(std::memory_order_relaxed))) current->context = context_of(frame);
  try {
    // sync: CHECK <-> mark
    if (SKUA_UNLIKELY(current->check_before_run.load(std::memory_order_relaxed) != 0) && frame != nullptr &&
        start_forbidden(place, task->scope)) {
      discard(current, task);
    } else {
      task->fn(task, task_op::run);
    }
  } catch (...) {
    frame->capture();
  }
  bool const must_check = current->check_before_run.load(std::memory_order_relaxed) != 0;  // sync: CHECK <-> mark
  if (SKUA_UNLIKELY(must_check)) end_task(current);
  if (SKUA_UNLIKELY(must_check) || current->top() != task) drain(current, task, frame);
}

/// Runs everything in the deque, and the tasks that become ready here. Returns the owner of a scope
/// that this completed; the caller continues it.
fibre* run_bottom(fibre* current) noexcept {
  pending_tokens done;
  for (;;) {
    slot* const task = pop_task(current, current->bottom());
    if (task == nullptr) {
      if (!take_own_ready_task(current, worker_of(current))) break;
      continue;
    }
    scope_frame* frame = scope_of(task->scope);
    if (SKUA_UNLIKELY(done.differs(frame))) {
      done.flush();
      if (fibre* owner = done.take_owner()) make_ready(owner);
      done.start(frame);
    }
    run_one(current, task, frame);
    done.add();
  }
  done.flush();
  current->scope = 0;
  return done.take_owner();
}

/// The operations of a worker that park() calls.
struct parking_worker {
  fibre* me;
  worker* own;
  place& home;
  fibre** ready;
  search_result found = search_result::nothing;  // by the last search

  bool search() {
    found = sched::find_local_or_steal(me, own, ready);
    return found == search_result::work;
  }
  void request_polls() const noexcept { sched::request_polls(home); }
  void fence_requests() const noexcept {
    if (home.forcible) task_deque::fence_requests();
  }
  bool has_missed_tasks() const noexcept {
    bool has_tasks = false;
    auto const look = [&](fibre* victim) {
      bool exposed = false;
      has_tasks = has_tasks || last_look(*victim, home.forcible, exposed);
      if (exposed) own->counters.forced.add(1);
    };
    for_each_running(home, look, own);
    return has_tasks || home.awake.find(0, [this](int i) {
      // relaxed: counted before notify reads the sleepers
      return home.worker_table[static_cast<std::size_t>(i)]->suspended_count.load(std::memory_order_relaxed) != 0;
    });
  }
  bool has_left_tasks() const noexcept { return found == search_result::left_to_others; }
  // sync: STOP <- stop_threads
  bool stopping() const noexcept { return home.stopping.load(std::memory_order_acquire); }
  void pass_on_wake_up() const {
    notify(home);
    // relaxed: stored by the waker, ordered by `parked`; this worker does not take them
    if (home.arrived.urgent_count.load(std::memory_order_relaxed) != 0) wake_spare(home);
  }
  void prepare_to_sleep() const {
    if (home.remote != nullptr)
      home.remote->short_of_work();                        // new tasks since the last call may have been taken again
    own->looking.store(false, std::memory_order_release);  // sync: LOOKED -> last_looks_are_over
  }
  void sleep() const noexcept {
    tell(home.events, &task_events::sleep_begins, *own);
    if (!home.simulated) own->sleeping.before_sleep();
    home.awake.remove(own->id);
    if (!instrument_room.sleep_and_watch(home, own)) home.machine->sleep(own->idle_entry.parked, 1, 0);
    home.awake.add(own->id);
    if (!home.simulated) own->sleeping.after_sleep();
    tell(home.events, &task_events::sleep_ends, *own);
  }
};

/// Sleeps until work was published. Returns true if work was found in the final check.
bool park_worker(fibre* me, worker* worker, fibre** ready) noexcept {
  worker->counters.parks.add(1);
  worker->looking.store(true, std::memory_order_relaxed);  // relaxed: it enlists afterwards
  bool const has_work = park(worker->home->gate, worker->idle_entry, parking_worker{me, worker, *worker->home, ready});
  worker->looking.store(false, std::memory_order_release);  // sync: LOOKED -> last_looks_are_over
  return has_work;
}

/// Polls the transport for an idle worker, if there are several places.
class poller {
 public:
  explicit poller(place& place) noexcept : place_(place), hooks_(place.remote) {}
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

/// Whether a fibre has private tasks and has not answered the request for them, as a hint: such a
/// fibre computes without calling the runtime.
bool is_silent(fibre const* victim) noexcept { return victim->steal_requested() && victim->count_private() != 0; }

bool has_unanswered_request(place& place, worker* worker) noexcept {
  bool is_any = false;
  if (place.forcible) for_each_running(place, [&](fibre* victim) { is_any = is_any || is_silent(victim); }, worker);
  return is_any;
}

/// Exposes tasks of silent fibres. Skips a deque that another thread has locked; the next call
/// tries it again.
void force_exposure(place& place, worker* worker) noexcept {
  auto const force_if_requested = [worker](fibre* victim) {
    if (!is_silent(victim)) return;
    if (victim->try_force() == task_deque::forced::exposed) worker->counters.forced.add(1);
  };
  for_each_running(place, force_if_requested, worker);
}

/// Other places wait for tasks while `next` is about to run. Its next push serves them (push_slow),
/// but a long task may keep its present tasks from them. It calls busy_again() only if there are
/// plenty: to wake a worker in every case would cost each small task that arrives here a system
/// call.
SKUA_COLD void share_find(place& place, fibre* next) noexcept {
  next->request_poll();
  // relaxed: hints
  bool const plenty = next->size() > 1 || place.arrived.count.load(std::memory_order_relaxed) != 0 ||
                      place.arrived.loot_count.load(std::memory_order_relaxed) != 0;
  if (plenty) place.remote->busy_again();
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

  /// If an owner of private tasks does not answer: after first_force_ns, then whenever that time
  /// has doubled. Not more often: a membarrier interrupts every running thread.
  void force_exposure_if_due() noexcept {
    if (!has_unanswered_request(place_, worker_)) {
      unanswered_since_ = answered;
      return;
    }
    unanswered_since_ = (std::min)(unanswered_since_, idle_ns_);
    if (idle_ns_ - unanswered_since_ < next_force_ns_ && !is_impatient()) return;
    force_exposure(place_, worker_);
    next_force_ns_ *= 2;
  }

  /// Sleeps when the search has lasted for the set time. Returns true if it has found work instead.
  bool park_if_idle_long() noexcept {
    if (!is_impatient()) return false;
    poller_.pause();
    if (park_worker(me_, worker_, &ready_)) return true;
    idle_since_ = 0;
    unanswered_since_ = answered;
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
  bool is_impatient() const noexcept { return idle_ns_ >= place_.search_ns(); }

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
  static constexpr std::uint64_t answered = (std::numeric_limits<std::uint64_t>::max)();
  std::uint64_t unanswered_since_ = answered;  // in idle_ns_
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
  auto* current = static_cast<fibre*>(argument);
  enter_fibre(current);
  run_post(worker_of(current));
  // relaxed: set before the switch to this fibre
  if (current->overflow_spawner.load(std::memory_order_relaxed) != nullptr) {
    if (fibre* ready = run_overflow(current)) leave_for(current, ready);
  }
  for (;;) {
    fibre* ready = run_bottom(current);
    if (ready == nullptr) {
      ready = find_work(current);
      if (ready == nullptr && current->empty()) leave_thread(current);
    }
    if (ready != nullptr) leave_for(current, ready);
  }
}

}  // namespace skua::sched
