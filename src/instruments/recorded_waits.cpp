// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "instruments/recorded_waits.hpp"

#include <utility>

#include <skua/detail/base/spinlock.hpp>
#include <skua/detail/core/pending.hpp>
#include <skua/detail/core/self.hpp>

#include "base/random.hpp"
#include "instruments/recorder.hpp"

namespace skua::sched {

using observe::task_record;

namespace {
std::uint64_t number_of(void const* p) noexcept { return reinterpret_cast<std::uintptr_t>(p); }
/// The number of phases of an object with a recorded end. No task waits for the end of an earlier
/// phase, unless a phaser is ahead of the task by this number of phases.
constexpr std::uint64_t phases_remembered = 64;
std::uint64_t number_of_phase(void const* object, std::uint64_t phase) noexcept {
  return number_of(object) ^ base::mixed(phase + 1);
}
base::spinlock list_lock;
recorded_waits* all = nullptr;  // under list_lock

}  // namespace

recorded_waits::recorded_waits(recorder& r) noexcept : recorder_(r) {
  base::spin_guard const hold(list_lock);
  next_ = std::exchange(all, this);
}

recorded_waits::~recorded_waits() {
  base::spin_guard const hold(list_lock);
  recorded_waits** link = &all;
  while (*link != this) link = &(*link)->next_;
  *link = next_;
}

void recorded_waits::completed_unrecorded(void const* key) noexcept {
  base::spin_guard const hold(list_lock);
  for (recorded_waits* w = all; w != nullptr; w = w->next_) w->completes(key);
}

void recorded_waits::wait_begins(fibre* s) noexcept {
  if (s->recorded == nullptr) return;
  recorder_.call([&] {
    recorder_.follow(s, *s->recorded, 0);
    s->recorded->waking = recorder_.record().make_event();
  });
}

void recorded_waits::wait_ends(fibre* s) noexcept {
  recorded_task* const t = s->recorded;
  if (t == nullptr || t->waking == nullptr) return;
  recorder_.call([&] {
    task_record::event* const e = std::exchange(t->waking, nullptr);
    if (e->signals != 0) {
      recorder_.record().await(t->node, e);
    } else {  // up to when it could have gone on; then it waits for the worker
      std::uint64_t const end = t->woken_at != 0 ? t->woken_at : recorder_.now();
      recorder_.record().add_pause(t->node, static_cast<std::int64_t>(end - t->stopped_at));
    }
    t->woken_at = 0;
    recorder_.record().release(e);
  });
}

void recorded_waits::task_woken(fibre* f) noexcept {
  recorded_task* const t = f->recorded;
  if (t == nullptr || t->waking == nullptr) return;
  recorder_.call([&] {
    task_record::node* const waker = recorder_.node_here();
    if (waker == nullptr) {
      t->woken_at = recorder_.now();
      return;
    }
    recorder_.follow(self(), *self()->recorded, recorder_.push_ticks());
    recorder_.record().signal(waker, t->waking);
  });
}

/// Gives the key an event without a signal.
task_record::event* recorded_waits::renew(known_event& entry) {
  recorder_.record().release(std::exchange(entry.of, nullptr));
  entry = {recorder_.record().make_event(), false};
  return entry.of;
}

void recorded_waits::forget(std::uint64_t key) {
  auto const e = events_.find(key);
  if (e == events_.end()) return;
  recorder_.record().release(e->second.of);
  events_.erase(e);
}

/// WAITS-1.
task_record::event* recorded_waits::await_event_of(std::uint64_t key) {
  auto const e = events_.find(key);
  if (e == events_.end()) return nullptr;
  e->second.is_awaited = true;
  return e->second.of;
}

/// The calling task depends on the event of the key, if there is one.
void recorded_waits::await(std::uint64_t key, std::int64_t correction) noexcept {
  recorder_.call([&] {
    task_record::node* const n = recorder_.node_here();
    if (n == nullptr) return;
    task_record::event* const e = await_event_of(key);
    if (e == nullptr) return;
    recorder_.follow(self(), *self()->recorded, correction);
    recorder_.record().await(n, e);
  });
}

void recorded_waits::completes(void const* key) noexcept {
  recorder_.call([&] {
    task_record::node* const n = recorder_.node_here();
    if (n == nullptr) {  // nothing to wait for: no task of the record has done it
      forget(number_of(key));
      return;
    }
    recorder_.follow(self(), *self()->recorded, 0);
    recorder_.record().signal(n, renew(events_[number_of(key)]));
  });
}

void recorded_waits::depends_on(void const* key) noexcept { await(number_of(key), recorder_.push_ticks()); }

void recorded_waits::next_depends_on(void const* key) noexcept {
  recorder_.call([&] {
    if (events_.find(number_of(key)) != events_.end()) {
      next_awaits_.push_back({std::this_thread::get_id(), number_of(key)});
    }
  });
}

void recorded_waits::signals_phase(void const* object, std::uint64_t phase) noexcept {
  recorder_.call([&] {
    task_record::node* const n = recorder_.node_here();
    if (n == nullptr) return;
    recorder_.follow(self(), *self()->recorded, 0);
    known_event& entry = events_[number_of_phase(object, phase)];
    bool const is_open = entry.of != nullptr && !entry.is_awaited;
    task_record::event* const signalled = is_open ? entry.of : renew(entry);
    signalled->has_many_signals = true;
    recorder_.record().signal(n, signalled);
    if (phase >= phases_remembered) forget(number_of_phase(object, phase - phases_remembered));
  });
}

void recorded_waits::saw_phase(void const* object, std::uint64_t phase) noexcept {
  await(number_of_phase(object, phase), 0);
}

void recorded_waits::pending_armed(pending_task& t) noexcept {
  recorder_.call([&] {
    task_record::node* const parent = recorder_.node_here();
    if (parent != nullptr) recorder_.follow(self(), *self()->recorded, recorder_.push_ticks());
    task_record::node* const n =
        recorder_.record().spawn(parent != nullptr ? parent : recorder_.record().root(), false);
    add_next_awaits(n);
    n->at_start = recorder_.record().make_event();
    recorder_.record().await(n, n->at_start);
    t.recorded = n;
  });
}

void recorded_waits::pending_unarmed(pending_task& t) noexcept {
  recorder_.call([&] {
    auto* const n = static_cast<task_record::node*>(std::exchange(t.recorded, nullptr));
    if (n == nullptr) return;
    recorder_.record().release(std::exchange(n->at_start, nullptr));
    recorder_.record().end(n, 0, 0, 0);
  });
}

void recorded_waits::pending_launched(pending_task const& t, slot& task) noexcept {
  if (t.recorded == nullptr) {
    static_cast<void>(recorder_.submitted(task));
    return;
  }
  recorder_.call([&] {
    auto* const n = static_cast<task_record::node*>(t.recorded);
    if (task_record::node* const completer = recorder_.node_here()) {
      recorder_.follow(self(), *self()->recorded, 0);
      recorder_.record().signal(completer, n->at_start);
    }
    recorder_.record().release(std::exchange(n->at_start, nullptr));
    recorder_.wrap(task, n);
  });
}

/// The record has a task more than the program: it opens the scope, waits for its end, and spawns
/// the rest of the coroutine.
void* recorded_waits::coroutine_scope_opened(slot& body) noexcept {
  task_record::node* rest = nullptr;
  recorder_.call([&] {
    task_record& record = recorder_.record();
    task_record::node* const parent = recorder_.node_here();
    if (parent != nullptr) recorder_.follow(self(), *self()->recorded, recorder_.push_ticks());
    task_record::node* const owner = record.spawn(parent != nullptr ? parent : record.root(), false);
    record.open_scope(owner);
    task_record::node* const first = record.spawn(owner, false);
    record.close_scope(owner);
    rest = record.spawn(owner, false);
    record.end(owner, 0, 0, 0);
    recorder_.wrap(body, first);
  });
  return rest;
}

void recorded_waits::coroutine_continues(void* rest, slot& task) noexcept {
  recorder_.call([&] { recorder_.wrap(task, static_cast<task_record::node*>(rest)); });
}

void recorded_waits::add_next_awaits(task_record::node* n) {
  if (next_awaits_.empty()) return;
  std::erase_if(next_awaits_, [&](next_await const& x) {
    if (x.by != std::this_thread::get_id()) return false;
    if (task_record::event* const e = await_event_of(x.key)) recorder_.record().await(n, e);
    return true;
  });
}

}  // namespace skua::sched
