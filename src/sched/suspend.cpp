// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one way to wait. A task suspends its fibre; an external thread blocks on a futex.
#include <skua/detail/sched/suspend.hpp>

#include <skua/detail/base/check.hpp>
#include <skua/error.hpp>

#include "sched/external_waiter.hpp"
#include "sched/message_section.hpp"
#include "sched/place.hpp"
#include "sched/ready.hpp"
#include "sched/recorder.hpp"
#include "sched/switch.hpp"
#include "system/futex.hpp"

namespace skua::sched {

namespace {

std::uint64_t to_ns(deadline const& d) noexcept {
  auto const ns = std::chrono::duration_cast<std::chrono::nanoseconds>(d.time_since_epoch()).count();
  return ns > 0 ? static_cast<std::uint64_t>(ns) : 1;
}

struct task_wait {
  fibre* waiter;
  wait_spec const* spec;
  service::timer_key timer{};
};

/// Post action: the waiter is saved. Until its claim word says `waiting` no thread can resume it,
/// so its stack may be read.
void enrol_task(void* a, void*) noexcept {
  auto* t = static_cast<task_wait*>(a);
  fibre* f = t->waiter;
  parker& k = f->wait;
  place& p = *place_of(f);
  if (t->spec->until != nullptr) t->timer = p.services.add_timer(to_ns(*t->spec->until), &k);
  if (!t->spec->enrol(t->spec->argument, &k)) {
    // sync: CLAIM -> close
    k.claim_word.store(static_cast<std::uint32_t>(wake_reason::event), std::memory_order_release);
    make_ready(f);
    return;
  }
  open_wait(p, k);
}

SKUA_INLINE wake_reason wait_in_task(fibre* s, wait_spec const& spec) {
  tell_wait_hooks(s);
  parker& k = s->wait;
  k.scope = s->scope;
  k.waits_for = spec.waits_for;
  k.object = spec.object;
  k.firm = spec.firm;
  k.resume = [](parker* waiter) noexcept { make_ready(static_cast<fibre_parker*>(waiter)->owner); };
  k.begin();
  task_wait t{s, &spec};
  recorder* const r = place_of(s)->recording.get();
  if (SKUA_UNLIKELY(r != nullptr)) r->waits().wait_begins(s);
  suspend(s, &enrol_task, &t, nullptr);
  if (SKUA_UNLIKELY(r != nullptr)) r->waits().wait_ends(s);
  wake_reason const reason = k.close();
  k.waits_for = nullptr;
  if (spec.until != nullptr) place_of(s)->services.erase_timer(t.timer);
  return reason;
}

struct thread_parker : parker {
  base::atomic<std::uint32_t> go{0};
  bool counted = false;  // as an external waiter, until it is woken
};

SKUA_NOINLINE wake_reason wait_in_thread(wait_spec const& spec) {
  thread_parker k;
  k.resume = [](parker* waiter) noexcept {
    auto* const woken = static_cast<thread_parker*>(waiter);
    if (woken->counted) external_waiter::leave();  // here: the woken thread may run much later
    auto& word = woken->go;
    word.store(1, std::memory_order_release);  // sync: GO -> wait_in_thread
    system::futex_wake(word, 1);
  };
  std::uint64_t const until = spec.until != nullptr ? to_ns(*spec.until) : 0;
  k.counted = until == 0;
  k.open();
  if (!spec.enrol(spec.argument, &k)) return wake_reason::event;
  if (k.counted) external_waiter::enter();             // only now: enrol may find that no wait is needed
  while (k.go.load(std::memory_order_acquire) == 0) {  // sync: GO <- wait_in_thread
    if (until != 0 && system::monotonic_ns() >= until) {
      // no canceller inspects an external thread, so the claim cannot be noted
      if (k.try_win(wake_reason::timeout)) return wake_reason::timeout;
      system::futex_wait(k.go, 0);
    } else {
      system::futex_wait(k.go, 0, until);
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
  fibre* s = self();
  return s != nullptr ? wait_in_task(s, spec) : wait_in_thread(spec);
}
}  // namespace

deadline now_here() noexcept {
  fibre const* const s = self();
  if (s == nullptr || !place_of(s)->simulated) return std::chrono::steady_clock::now();
  return deadline(std::chrono::nanoseconds(place_of(s)->machine->now()));
}

deadline deadline_here(deadline steady) noexcept {
  fibre const* const s = self();
  if (s == nullptr || !place_of(s)->simulated) return steady;
  return now_here() + (steady - std::chrono::steady_clock::now());
}

wake_reason wait(wait_spec const& spec) { return wait_here(spec); }

void throw_cancelled() { throw cancelled_error(); }

void check_wait_allowed() {
  fibre* s = self();
  // relaxed: see drain
  if (s != nullptr && place_of(s)->cancelled_scopes.load(std::memory_order_relaxed) != 0 && wait_forbidden(s))
    throw_cancelled();
}

namespace {
struct done_wait {
  completion* target;
  wait_node node;
};
bool enrol_done(void* a, parker* waiter) noexcept {
  auto* d = static_cast<done_wait*>(a);
  d->node.waiter = waiter;
  return d->target->add(&d->node);
}
}  // namespace

bool wait_done(completion& c, char const* waits_for, void const* object, deadline const* until) {
  if (sees_done(c)) return true;
  check_wait_allowed();
  done_wait d{&c, {}};
  wake_reason const reason = wait_here({&enrol_done, &d, waits_for, object, until, false});
  if (reason == wake_reason::event) return true;
  c.remove(&d.node);
  if (reason == wake_reason::cancelled) throw_cancelled();
  return false;
}

void wait_done_firmly(completion& c, char const* waits_for, void const* object) {
  for (int i = 0; i < 64; ++i) {
    if (sees_done(c)) return;
    base::cpu_relax();
  }
  done_wait d{&c, {}};
  wait_here({&enrol_done, &d, waits_for, object, nullptr, true});
}

}  // namespace skua::sched
