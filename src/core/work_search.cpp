// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a worker does that has no tasks: it searches, polls the transport, forces tasks out of
// silent fibres, and at last sleeps.
#include "core/work_search.hpp"

#include <utility>

#include "core/parking.hpp"
#include "core/place.hpp"
#include "core/ready.hpp"
#include "core/remote_hooks.hpp"
#include "core/running.hpp"
#include "core/sharing.hpp"
#include "core/spare.hpp"
#include "core/steal.hpp"
#include "core/task_events.hpp"
#include "core/upper_rooms.hpp"

namespace skua::sched {
namespace {

using observe::phase;

/// An idle worker polls the transport this often between two searches. It reads the clock once in
/// `searches_per_clock_reading` searches, and first forces exposure after `first_force_ns`.
constexpr int polls_between_searches = 16;
/// A search probes this many workers at most. The more workers search, the longer each one pauses.
constexpr int probes_of_a_search = 4;
constexpr int searchers_per_moment = 4;
constexpr unsigned searches_per_clock_reading = 8;
constexpr std::uint64_t first_force_ns = 20'000;

void enter_phase(worker* worker, phase ph) noexcept {
  // sync: TIMING <- start_timing
  if (worker->home->timing.load(std::memory_order_acquire)) worker->counters.enter(ph, worker->home->machine->now());
}

/// The worker searches no longer. Returns whether it must do what the last one must: a spare worker
/// is not counted, and acts like the last one.
bool end_search(worker& own) noexcept {
  bool const was_counted = std::exchange(own.counted, false);
  note_write(*own.home, &own.home->searching);
  bool const is_last = was_counted && own.home->searching.end();
  return is_last || own.spare;
}

/// The operations of a worker that park() calls.
struct parking_worker {
  fibre* me;
  worker* own;
  place& home;
  fibre** ready;
  search_result found = search_result::nothing;  // by the last search

  bool end_search() const noexcept { return sched::end_search(*own); }
  void note_wake_up() const noexcept { own->counted = true; }
  bool search() {
    found = sched::find_local_or_steal(me, own, ready, all_workers);
    return found == search_result::work;
  }
  void request_polls() const noexcept {
    note_membarrier(home);  // that of event_count::fence_sleeper
    sched::request_polls(home);
  }
  void fence_requests() const noexcept {
    if (!home.forcible) return;
    task_deque::fence_requests();
    note_membarrier(home);
  }
  bool has_missed_tasks() const noexcept {
    bool has_tasks = false;
    auto const look = [&](fibre* victim) {
      bool exposed = false;
      has_tasks = has_tasks || last_look(*victim, home.forcible, exposed);
      note_probe(home, victim, exposed);
      if (exposed) note_membarrier(home), own->counters.forced.add(1);
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
    if (!instrument_room.sleep_and_watch(home, own)) sleep_parked(home, *own, 0);
    if (!home.simulated) own->sleeping.after_sleep();
    tell(home.events, &task_events::sleep_ends, *own);
  }
};

/// Sleeps in the transport, if messages can wake it there and no other worker does. A worker in
/// reserve does not: it would take the processor of one that works. Returns whether it has slept.
bool sleep_as_receiver(place& place, worker& own, std::uint64_t deadline, bool& must_poll) noexcept {
  if (place.remote == nullptr || own.spare || place.reserve != 0 || !place.receiver.begin(own.idle_entry)) return false;
  bool const has_slept = place.remote->sleep_as_worker(own.idle_entry.parked, deadline, must_poll);
  place.receiver.end();
  return has_slept;
}

/// Handles messages until one brings work or none is left; the progress thread looks for the rest.
void handle_messages(place& place, worker const& own) noexcept {
  place.remote->polling(true);
  while (event_count::still_parked(own.idle_entry) && place.remote->poll()) continue;
  place.remote->polling(false);
}

/// Sleeps until work was published. Returns true if work was found in the final check.
bool park_worker(fibre* me, worker* worker, fibre** ready) noexcept {
  worker->counters.parks.add(1);
  worker->looking.store(true, std::memory_order_relaxed);  // relaxed: it enlists afterwards
  note_write(*worker->home, &worker->home->gate);
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
    int const moments = 1 + place_.searching.count() / searchers_per_moment;
    if (place_.simulated) {
      for (int i = 0; i < moments; ++i) place_.machine->charge_cost(system::runtime_cost::look_for_work);
      return hooks_ != nullptr && hooks_->poll();
    }
    for (int i = 0; i < moments * polls_between_searches; ++i) {
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
bool is_silent(fibre const* victim) noexcept {
  note_read(*place_of(victim), thieves_line(victim));
  if (!victim->steal_requested()) return false;
  note_read(*place_of(victim), owners_line(victim));
  return victim->count_private() != 0;
}

/// Exposes tasks of one silent fibre, the first from a random worker on. Skips a deque that another
/// thread has locked; the next call tries it again.
void force_exposure(place& place, worker* worker) noexcept {
  auto const force = [&](int i) {
    sched::worker const* const candidate = place.worker_table[static_cast<std::size_t>(i)].get();
    bool has_forced = false;
    if (candidate == worker) return false;
    for_each_fibre_of(*candidate, [&](fibre* victim) {
      if (has_forced || !is_silent(victim)) return;
      has_forced = victim->try_force() == task_deque::forced::exposed;
      note_probe(place, victim, true);
      note_membarrier(place);
    });
    return has_forced;
  };
  if (place.awake.find(place.awake.choose(worker->random()), force)) worker->counters.forced.add(1);
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
    note_complex();
    if (worker_->spare) return;
    note_write(place_, &place_.searching);
    worker_->counted = true;
    place_.searching.begin();
  }

  // sync: STOP <- stop
  bool place_stops() const noexcept { return place_.stopping.load(std::memory_order_acquire); }

  /// Looks once in every queue of this place.
  bool search_once() { return find_local_or_steal(me_, worker_, &ready_, probes_of_a_search) == search_result::work; }

  /// A spare worker that is not needed any more sleeps here. Returns true if something may have
  /// changed.
  bool retire_if_surplus() noexcept {
    if (!worker_->spare || !spares_in_surplus(place_)) return false;
    poller_.pause();
    (void)end_search(*worker_);
    retire_spare(worker_);
    return true;
  }

  bool poll_messages() noexcept { return poller_.poll_now() || poller_.poll_for_a_moment(); }

  /// Whether the next task is there already: it has arrived while this worker polled.
  bool has_task() const noexcept { return !me_->empty(); }

  /// Reads the clock now and then. Returns false if it did not.
  bool update_clock() noexcept {
    if (++searches_ % searches_per_clock_reading != 0) return false;
    std::uint64_t const now = place_.machine->now();
    if (idle_since_ == 0) idle_since_ = now;
    idle_ns_ = now - idle_since_;
    // A place that got a message from this one may have been woken at this processor.
    if (place_.remote != nullptr && !place_.simulated) base::yield_thread();
    return true;
  }

  /// If an owner of private tasks does not answer: after first_force_ns, then whenever that time
  /// has doubled, and one thief of the place at a time. Not more often: a membarrier interrupts
  /// every running thread.
  void force_exposure_if_due() noexcept {
    if (!place_.forcible || (idle_ns_ < next_force_ns_ && !is_impatient())) return;
    std::uint64_t due = place_.force_due.load(std::memory_order_relaxed);  // relaxed: an estimate
    std::uint64_t const now = idle_since_ + idle_ns_;
    note_read(place_, &place_.force_due);
    // relaxed: only one thread gets the turn
    if (now < due || !place_.force_due.compare_exchange_strong(due, now + first_force_ns, std::memory_order_relaxed,
                                                               std::memory_order_relaxed))
      return;
    note_write(place_, &place_.force_due);
    force_exposure(place_, worker_);
    next_force_ns_ *= 2;
  }

  /// Sleeps when the search has lasted for the set time. Returns true if work was found or came.
  bool park_if_idle_long() noexcept {
    if (!is_impatient()) return false;
    poller_.pause();
    was_last_ = park_worker(me_, worker_, &ready_);
    if (was_last_) return true;  // only the last one makes the final check, and finds work in it
    idle_since_ = 0;
    next_force_ns_ = first_force_ns;
    return has_task();
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
    share_with_others(end_search(*worker_) || was_last_);
    if (place_.remote != nullptr) (void)place_.remote->poll();  // so that the progress thread can sleep
    return ready_;
  }

 private:
  /// The worker joins those of the complex on which its thread runs now.
  void note_complex() noexcept {
    if (place_.near.empty()) return;
    int const complex = place_.machine->complex_here();
    if (complex == worker_->complex) return;
    if (worker_->complex >= 0) place_.near[static_cast<std::size_t>(worker_->complex)].remove(worker_->id);
    place_.near[static_cast<std::size_t>(complex)].add(worker_->id);
    worker_->complex = complex;
  }

  bool is_impatient() const noexcept { return idle_ns_ >= place_.search_ns(); }

  /// Wakes other workers and serves other places, now that there is work here.
  void share_with_others(bool is_last) {
    if (place_.remote != nullptr) place_.remote->soon_short_of_work();
    // relaxed: a hint
    if (SKUA_UNLIKELY(place_.waiting_thieves.load(std::memory_order_relaxed) != 0))
      share_find(place_, ready_ != nullptr ? ready_ : me_);
    producer_fence(place_);  // a worker that enlists after this fence sees the found work
    place_.spares.demand.worker_begins(place_);
    // Wake-ups chain: other workers get half of many tasks at once, the rest on demand.
    if (place_.wants_more_awake()) {
      bool const has_shared = me_->size() > 1 && me_->expose_half() && sched::notify(place_) != notified::nobody;
      if (!has_shared) pass_on_search(is_last, *this);
      me_->request_poll();
    }
    if (place_.arrived.count.load(std::memory_order_relaxed) != 0) {  // sync: SWITCH-POLL <-> request_polls
      me_->request_poll();
      announce_arrival(place_);  // the worker that was woken for it may be busy now
    }
  }

  friend void pass_on_search<work_search&>(bool, work_search&);
  bool wants_more_awake() const noexcept { return place_.wants_more_awake(); }
  void notify() noexcept { (void)sched::notify(place_); }
  /// Whether work is published that this worker has not taken (SEARCH-2). While it searched, others
  /// woke no worker for it. Asks owners to publish their next pushes, until it finds such work.
  bool has_published_work() noexcept {
    bool has_work = place_.arrived.count.load(std::memory_order_relaxed) != 0;  // sync: SEARCHERS <-> notify
    (void)place_.awake.find(0, [&](int i) {
      worker const& candidate = *place_.worker_table[static_cast<std::size_t>(i)];
      note_read(place_, &candidate.ready_slot);
      note_read(place_, &candidate.current);
      for_each_fibre_of(candidate, [&](fibre* fibre) {
        note_read(place_, thieves_line(fibre));
        if (!fibre->poll_requested()) fibre->request_poll();
        has_work = has_work || fibre->has_public();
      });
      // sync: SEARCHERS <-> notify
      has_work = has_work || candidate.ready_slot.peek() != nullptr || count_listed(candidate) != 0 ||
                 candidate.suspended_count.load(std::memory_order_relaxed) != 0;
      return has_work;
    });
    return has_work;
  }

  fibre* me_;
  worker* worker_;
  place& place_;
  poller poller_;
  fibre* ready_ = nullptr;
  unsigned searches_ = 0;
  bool was_last_ = false;
  std::uint64_t idle_since_ = 0;  // ns; 0: the clock has not been read
  std::uint64_t idle_ns_ = 0;
  std::uint64_t next_force_ns_ = first_force_ns;
};

}  // namespace

void sleep_parked(place& place, worker& own, std::uint64_t deadline) noexcept {
  place.awake.remove(own.id);
  note_write(place, &place.awake);
  bool must_poll = false;
  if (!sleep_as_receiver(place, own, deadline, must_poll)) place.machine->sleep(own.idle_entry.parked, 1, deadline);
  place.awake.add(own.id);
  note_write(place, &place.awake);
  if (must_poll) handle_messages(place, own);
}

fibre* find_work(fibre* me) {
  work_search search(me);
  while (!search.place_stops()) {
    if (search.search_once()) break;
    if (search.retire_if_surplus()) continue;
    if (search.poll_messages()) {
      if (search.has_task()) break;
      continue;
    }
    if (!search.update_clock()) continue;
    search.force_exposure_if_due();
    if (search.park_if_idle_long()) break;
  }
  return search.result();
}

}  // namespace skua::sched
