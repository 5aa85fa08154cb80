// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The main loop of a worker: run the tasks at the bottom of its fibre, look for more, sleep when
// there is no work.
//
// A fibre's bottom level runs slots of any scope (stolen, arrived); each slot holds a token. Tokens
// of the same scope are given back in one subtraction. This is safe because a pending token always
// belongs to the scope of the running task.
#include "sched/loop.hpp"

#include <utility>

#include "sched/deadlock.hpp"
#include "sched/deque_slow.hpp"
#include "sched/overflow.hpp"
#include "sched/parking.hpp"
#include "sched/place.hpp"
#include "sched/ready.hpp"
#include "sched/running.hpp"
#include "sched/spare.hpp"
#include "sched/steal.hpp"
#include "sched/switch.hpp"

namespace skua::sched {
namespace {

using observe::phase;

void enter_phase(worker* w, phase ph) noexcept {
  if (w->home->timing) w->counters.enter(ph, w->home->machine->now());
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
  bool const slow = p.slow || s->counts != nullptr;
  if (s->slow != slow) set_slow(s, slow);
}

SKUA_INLINE void run_one(fibre* s, slot* h, scope_frame* f) noexcept {
  place& p = *place_of(s);
  s->scope = reinterpret_cast<std::uintptr_t>(f);
  s->task_base = h;
  // relaxed: see adjust_mode
  if (SKUA_UNLIKELY(p.counting.load(std::memory_order_relaxed) != 0 || s->slow)) adjust_mode(s, p, f);
  // relaxed: ordered by how the task got here
  if (SKUA_UNLIKELY(p.has_proxies.load(std::memory_order_relaxed))) s->context = context_of(f);
  try {
    // sync: CAREFUL <-> mark
    if (SKUA_UNLIKELY(s->check_before_run.load(std::memory_order_relaxed) != 0) && f != nullptr &&
        start_forbidden(p, h->scope)) {
      discard(s, h);
    } else {
      h->fn(h, task_op::run);
    }
  } catch (...) {
    f->capture();
  }
  if (SKUA_UNLIKELY(s->check_before_run.load(std::memory_order_relaxed) != 0)) {  // sync: CAREFUL <-> mark
    drain_checked(s, h, f, nullptr);
  } else if (s->top() != h) {
    drain(s, h, f);
  }
}

/// Runs everything in the deque. Returns the owner of a scope that this completed; the caller
/// continues it.
fibre* run_bottom(fibre* s) noexcept {
  pending_tokens done;
  while (s->top() != s->bottom) {
    slot* h = s->top() - 1;
    if (SKUA_UNLIKELY(!s->lower_head(h)) && !pop_slow(s, s->bottom)) break;
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

/// Exposes tasks of fibres that compute without calling the runtime. Skips a deque that another
/// thread has locked; the next call tries it again.
void force_exposure(place& p, worker* w) noexcept {
  if (!p.forcible) return;
  auto const force_if_requested = [w](fibre* victim) {
    if (victim->steal_requested.load(std::memory_order_relaxed) == 0) return;  // relaxed: a hint
    if (victim->try_force() == deque_ends::forced::exposed) w->counters.forced.add(1);
  };
  for_each_running(p, force_if_requested, w);
}

/// The operations of a worker that park() calls.
struct parking_worker {
  fibre* me;
  worker* w;
  place& p;
  fibre** ready;

  bool search() const { return sched::find_local_or_steal(me, w, ready); }
  void wish() const noexcept { request_polls(p); }
  void fence_requests() const noexcept {
    if (p.forcible) deque_ends::fence_requests();
  }
  bool overlooked() const noexcept {
    bool has_tasks = false;
    auto const look = [&](fibre* victim) {
      bool exposed = false;
      has_tasks = has_tasks || last_look(*victim, p.forcible, exposed);
      if (exposed) w->counters.forced.add(1);
    };
    for_each_running(p, look, w);
    int const n = p.started_workers.load(std::memory_order_acquire);  // sync: CREW <- start_worker
    // relaxed: counted before notify reads the sleepers
    for (int i = 0; i < n && !has_tasks; ++i)
      has_tasks = p.worker_table[static_cast<std::size_t>(i)]->suspended_count.load(std::memory_order_relaxed) != 0;
    return has_tasks;
  }
  bool leaves_to_others() const noexcept { return w->spare && spares_in_surplus(p); }
  bool stopping() const noexcept { return p.stopping.load(std::memory_order_acquire); }  // sync: STOP <- stop_threads
  void pass_on() const {
    notify(p);
    // relaxed: stored by the waker, ordered by `parked`; this worker is busy now
    if (p.urgents.load(std::memory_order_relaxed) != 0) wake_spare(p);
  }
  void about_to_sleep() const {
    if (p.remote != nullptr) p.remote->short_of_work();  // new tasks since the last call may have been taken again
    w->looking.store(false, std::memory_order_release);  // sync: LOOKED -> last_looks_are_over
  }
  void sleep() const noexcept {
    if (!deadlock_watch(p, w)) p.machine->sleep(w->idle_entry.parked, 1, 0);
  }
};

/// Sleeps until work was published. True: work was found on the last look.
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

  /// True: something has arrived.
  bool look() noexcept {
    if (hooks_ == nullptr) return false;
    if (!is_polling_) hooks_->polling(is_polling_ = true);
    hooks_->short_of_work();
    return hooks_->poll();
  }
  /// Pauses between two searches and polls the transport meanwhile. True: something has arrived.
  bool look_for_a_moment() noexcept {
    if (place_.simulated) {
      place_.machine->charge_cost(system::runtime_cost::look_for_work);
      return hooks_ != nullptr && hooks_->poll();
    }
    for (int i = 0; i < 16; ++i) {
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

/// Other places wait for tasks while `next` is about to run. Its next push serves them (push_slow),
/// but a long task may keep its present tasks from them. It calls busy_again() only if there are
/// plenty: to wake a worker in every case would cost each small task that arrives here a system
/// call.
SKUA_COLD void share_find(place& p, fibre* next) noexcept {
  next->request_poll();
  // relaxed: hints
  bool const plenty = next->top() - next->bottom > 1 || p.arrivals.load(std::memory_order_relaxed) != 0 ||
                      p.loot_size.load(std::memory_order_relaxed) != 0;
  if (plenty) p.remote->busy_again();
}

}  // namespace

proxy_frame* proxy_around(scope_frame* f) noexcept {
  if (f == nullptr) return nullptr;
  while (scope_frame* outer = scope_of(f->parent)) f = outer;
  return f->state.has(scope_proxy) ? static_cast<proxy_frame*>(f) : nullptr;
}

std::uint64_t context_of(scope_frame* f) noexcept {
  proxy_frame const* const around = proxy_around(f);
  return around != nullptr ? around->serial : 0;
}

task_counts* task_counts_around(scope_frame* f) noexcept {
  for (; f != nullptr; f = scope_of(f->parent)) {
    if (f->state.extended() && f->extension->counting) return &f->extension->count;
  }
  return nullptr;
}

fibre* find_work(fibre* me) {
  worker* w = worker_of(me);
  place& p = *w->home;
  enter_phase(w, std::exchange(w->waiting_task, false) ? phase::wait : phase::idle);
  w->searching.store(true, std::memory_order_relaxed);  // relaxed: a hint
  fibre* ready = nullptr;
  std::uint64_t idle_since = 0;
  std::uint64_t next_force = 5'000;
  poller remote_poller(p);
  for (unsigned round = 0; !p.stopping.load(std::memory_order_acquire);) {  // sync: STOP <- stop
    if (find_local_or_steal(me, w, &ready)) break;
    if (w->spare) {
      remote_poller.pause();  // retire_spare may sleep for long
      if (retire_spare(w)) continue;
    }
    if (remote_poller.look() || remote_poller.look_for_a_moment()) continue;
    if ((++round & 7) != 0) continue;
    std::uint64_t const now = p.machine->now();
    if (idle_since == 0) idle_since = now;
    std::uint64_t const spent = now - idle_since;
    bool const impatient = spent >= static_cast<std::uint64_t>(p.settings.spin_us) * 1000;
    // once before each sleep, however short the search
    if (spent >= next_force || (impatient && next_force == 5'000)) {
      force_exposure(p, w);
      next_force = 2 * spent;  // rate-limited: a membarrier interrupts every running thread
    }
    if (impatient) {
      remote_poller.pause();
      if (park_worker(me, w, &ready)) break;
      idle_since = 0;
      next_force = 5'000;
    }
  }
  // relaxed: read with acquire above
  if (p.stopping.load(std::memory_order_relaxed) && ready == nullptr && me->top() == me->bottom) {
    enter_phase(w, phase::finalise);
    return nullptr;
  }
  w->searching.store(false, std::memory_order_relaxed);  // relaxed: a hint
  enter_phase(w, phase::user);
  // relaxed: a hint
  if (SKUA_UNLIKELY(p.waiting_thieves.load(std::memory_order_relaxed) != 0))
    share_find(p, ready != nullptr ? ready : me);
  producer_fence(p);  // a worker that enlists after this fence sees the found work
  p.spare_demand.worker_begins(p);
  if (p.wants_more_awake()) {  // wake-ups chain: other workers get half of many tasks at once, the rest on demand
    if (me->top() - me->bottom > 1 && me->expose_half()) notify(p);
    me->request_poll();
  }
  if (p.arrivals.load(std::memory_order_relaxed) != 0) {  // sync: ATTEND <-> request_polls
    me->request_poll();
    announce_arrival(p);  // the worker that was woken for it may be busy now
  }
  return ready;
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
      if (ready == nullptr && s->top() == s->bottom) leave_thread(s);
    }
    if (ready != nullptr) leave_for(s, ready);
  }
}

}  // namespace skua::sched
