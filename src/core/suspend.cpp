// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one way to wait. A task suspends its fibre; an external thread blocks on a futex.
#include <skua/detail/core/self.hpp>
#include <skua/detail/core/suspend.hpp>

#include <thread>
#include <utility>

#include <skua/detail/base/check.hpp>
#include <skua/error.hpp>

#include "core/cancel.hpp"
#include "core/external_waiter.hpp"
#include "core/message_section.hpp"
#include "core/place.hpp"
#include "core/place_registry.hpp"
#include "core/ready.hpp"
#include "core/switch.hpp"
#include "system/futex.hpp"

namespace skua::sched {

namespace {

std::uint64_t to_ns(deadline const& time) noexcept {
  auto const ns = std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count();
  return ns > 0 ? static_cast<std::uint64_t>(ns) : 1;
}

struct task_wait {
  fibre* waiter;
  wait_spec const* spec;
  service::timer_key timer{};
};

/// Post action: the waiter is saved. Until its claim word says `waiting` no thread can resume it,
/// so its stack may be read.
void enrol_task(void* argument, void*) noexcept {
  auto* wait = static_cast<task_wait*>(argument);
  fibre* fibre = wait->waiter;
  parker& waiter = fibre->wait;
  place& place = *place_of(fibre);
  if (wait->spec->until != nullptr) wait->timer = place.services.add_timer(to_ns(*wait->spec->until), &waiter);
  if (!wait->spec->enrol(wait->spec->argument, &waiter)) {
    // sync: CLAIM -> close
    waiter.claim_word.store(static_cast<std::uint32_t>(wake_reason::event), std::memory_order_release);
    make_ready(fibre);
    return;
  }
  open_wait(place, waiter);
}

SKUA_INLINE wake_reason wait_in_task(fibre* current, wait_spec const& spec) {
  tell_wait_hooks(current);
  parker& own_parker = current->wait;
  own_parker.scope = current->scope;
  own_parker.waits_for = spec.waits_for;
  own_parker.object = spec.object;
  own_parker.firm = spec.firm;
  own_parker.resume = [](parker* waiter) noexcept { make_ready(static_cast<fibre_parker*>(waiter)->owner); };
  own_parker.begin();
  task_wait wait{current, &spec};
  suspend(current, &enrol_task, &wait, nullptr);
  wake_reason const reason = own_parker.close();
  own_parker.waits_for = nullptr;
  if (spec.until != nullptr) place_of(current)->services.erase_timer(wait.timer);
  return reason;
}

struct thread_parker : parker {
  base::atomic<std::uint32_t> go{0};
  bool counted = false;                // as an external waiter, until it is woken
  system::machine* simulated_by = {};  // null: the kernel lets this thread sleep
};

SKUA_NOINLINE wake_reason wait_in_thread(wait_spec const& spec) {
  thread_parker own_parker;
  own_parker.resume = [](parker* waiter) noexcept {
    auto* const woken = static_cast<thread_parker*>(waiter);
    if (woken->counted) external_waiter::leave();  // here: the woken thread may run much later
    auto& word = woken->go;
    system::machine* const simulated_by = woken->simulated_by;
    word.store(1, std::memory_order_release);  // sync: GO -> wait_in_thread
    if (simulated_by != nullptr) return simulated_by->wake(word);
    system::futex_wake(word, 1);
  };
  place const* const simulation = simulated_by_this_thread();
  if (simulation != nullptr) own_parker.simulated_by = simulation->machine;
  std::uint64_t const until = spec.until != nullptr ? to_ns(*spec.until) : 0;
  own_parker.counted = until == 0;
  own_parker.open();
  if (!spec.enrol(spec.argument, &own_parker)) return wake_reason::event;
  if (own_parker.counted) external_waiter::enter();             // only now: enrol may find that no wait is needed
  while (own_parker.go.load(std::memory_order_acquire) == 0) {  // sync: GO <- wait_in_thread
    if (own_parker.simulated_by != nullptr) {
      own_parker.simulated_by->sleep(own_parker.go, 0, until);
      bool const is_late = until != 0 && own_parker.simulated_by->now() >= until;
      if (is_late && own_parker.try_win(wake_reason::timeout)) return wake_reason::timeout;
    } else if (until != 0 && system::monotonic_ns() >= until) {
      // no canceller inspects an external thread, so the claim cannot be noted
      if (own_parker.try_win(wake_reason::timeout)) return wake_reason::timeout;
      system::futex_wait(own_parker.go, 0);
    } else {
      system::futex_wait(own_parker.go, 0, until);
    }
  }
  return wake_reason::event;
}

}  // namespace

namespace {
SKUA_INLINE wake_reason wait_here(wait_spec const& spec) {
  if (SKUA_UNLIKELY(in_message_section())) {
    base::broken_contract(
        "a function that runs while a message is handled has waited: an operation of a reducer or accumulator, or a "
        "serialize function, must not wait");
  }
  fibre* current = self();
  return current != nullptr ? wait_in_task(current, spec) : wait_in_thread(spec);
}
}  // namespace

namespace {
/// The simulated place whose time is the caller's; null: the caller lives in real time.
place const* simulated_place() noexcept {
  fibre const* const current = self();
  if (current == nullptr) return simulated_by_this_thread();
  return place_of(current)->simulated ? place_of(current) : nullptr;
}
}  // namespace

deadline now_here() noexcept {
  place const* const place = simulated_place();
  return place == nullptr ? std::chrono::steady_clock::now()
                          : deadline(std::chrono::nanoseconds(place->machine->now()));
}

bool time_is_virtual() noexcept { return simulated_place() != nullptr; }

deadline deadline_here(deadline steady) noexcept {
  if (!time_is_virtual()) return steady;
  return now_here() + (steady - std::chrono::steady_clock::now());
}

void yield_now() {
  fibre* current = self();
  if (current == nullptr) {
    if (!let_simulation_run()) std::this_thread::yield();
    return;
  }
  tell_wait_hooks(current);
  // a task that polls must see time pass
  if (place_of(current)->simulated) place_of(current)->machine->charge_cost(system::runtime_cost::yield);
  auto const line_up = [](void* function, void*) noexcept {
    worker* const current_worker = worker_of(self());
    put_listed(current_worker, current_worker->yielded, static_cast<fibre*>(function), which_end::back);
    current_worker->home->starvation.note_waiter(*current_worker->home);
  };
  suspend(current, line_up, current, nullptr);
}

namespace {
constexpr std::uint32_t polls_per_decision = 64;  // as in find_task
/// A task that polls more seldom does other work between its polls.
constexpr std::uint64_t longest_poll_ns = 1000;

/// Whether this worker would run something else if its task let it.
bool others_wait(fibre const* current, worker const* worker) noexcept {
  place const& place = *worker->home;
  // relaxed: hints, all of them
  std::size_t const waiting = count_listed(*worker) + worker->suspended_count.load(std::memory_order_relaxed) +
                              place.arrived.count.load(std::memory_order_relaxed) +
                              place.arrived.urgent_count.load(std::memory_order_relaxed) +
                              place.arrived.loot_count.load(std::memory_order_relaxed);
  return waiting != 0 || !current->empty() || worker->ready_slot.peek() != nullptr;
}

SKUA_NOINLINE void decide_at_poll(fibre* current, worker* worker, bool is_wait) noexcept {
  system::machine& host_machine = *worker->home->machine;
  std::uint64_t const now = host_machine.now();
  bool const is_spinning = now - std::exchange(worker->polled_at, now) < polls_per_decision * longest_poll_ns;
  if ((!is_spinning && !is_wait) || in_message_section()) return;
  if (others_wait(current, worker)) {
    yield_now();
    worker_of(current)->polled_at = host_machine.now();
  } else {
    host_machine.charge_cost(system::runtime_cost::yield);
  }
}
}  // namespace

// A task that polls may be what keeps the awaited one from running. To let others run at each poll
// would cost a poll as much as a wait.
bool note_failed_poll(bool is_wait) noexcept {
  fibre* const current = self();
  if (current == nullptr) {
    let_simulation_run();
    return false;
  }
  worker* const worker = worker_of(current);
  if (SKUA_UNLIKELY(++worker->polls % polls_per_decision == 0)) decide_at_poll(current, worker, is_wait);
  return false;
}

wake_reason wait(wait_spec const& spec) { return wait_here(spec); }

void throw_cancelled() { throw cancelled_error(); }

void check_wait_allowed() {
  fibre* current = self();
  // relaxed: see drain
  if (current != nullptr && place_of(current)->cancelled_scopes.load(std::memory_order_relaxed) != 0 &&
      wait_forbidden(current))
    throw_cancelled();
}

namespace {
struct done_wait {
  completion* target;
  wait_node node;
};
bool enrol_done(void* argument, parker* waiter) noexcept {
  auto* wait = static_cast<done_wait*>(argument);
  wait->node.waiter = waiter;
  return wait->target->add(&wait->node);
}
}  // namespace

bool wait_done(completion& completion, char const* waits_for, void const* object, deadline const* until) {
  if (completion.done()) return true;
  check_wait_allowed();
  if (until != nullptr && *until == passed) return note_failed_poll(true) || completion.done();
  done_wait wait{&completion, {}};
  wake_reason const reason = wait_here({&enrol_done, &wait, waits_for, object, until, false});
  if (reason == wake_reason::event) return true;
  completion.remove(&wait.node);
  if (reason == wake_reason::cancelled) throw_cancelled();
  return false;
}

void wait_done_firmly(completion& completion, char const* waits_for, void const* object) {
  for (int i = 0; i < 64; ++i) {
    if (completion.done()) return;
    base::cpu_relax();
  }
  done_wait wait{&completion, {}};
  wait_here({&enrol_done, &wait, waits_for, object, nullptr, true});
}

}  // namespace skua::sched
