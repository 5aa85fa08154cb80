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
std::uint64_t number_of(void const* memory) noexcept { return reinterpret_cast<std::uintptr_t>(memory); }
/// The number of phases of an object with a recorded end. No task waits for the end of an earlier
/// phase, unless a phaser is ahead of the task by this number of phases.
constexpr std::uint64_t phases_remembered = 64;
std::uint64_t number_of_phase(void const* object, std::uint64_t phase) noexcept {
  return number_of(object) ^ base::mixed(phase + 1);
}
base::spinlock list_lock;
recorded_waits* all = nullptr;  // under list_lock

}  // namespace

recorded_waits::recorded_waits(recorder& recorder) noexcept : recorder_(recorder) {
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
  for (recorded_waits* waits = all; waits != nullptr; waits = waits->next_) waits->completes(key);
}

void recorded_waits::wait_begins(fibre* current) noexcept {
  if (current->recorded == nullptr) return;
  recorder_.call([&] {
    recorder_.follow(current, *current->recorded, 0);
    current->recorded->waking = recorder_.record().make_event();
  });
}

void recorded_waits::wait_ends(fibre* current) noexcept {
  recorded_task* const task = current->recorded;
  if (task == nullptr || task->waking == nullptr) return;
  recorder_.call([&] {
    task_record::event* const event = std::exchange(task->waking, nullptr);
    if (event->signals != 0) {
      recorder_.record().await(task->node, event);
    } else {  // up to when it could have gone on; then it waits for the worker
      std::uint64_t const end = task->woken_at != 0 ? task->woken_at : recorder_.now();
      recorder_.record().add_pause(task->node, static_cast<std::int64_t>(end - task->stopped_at));
    }
    task->woken_at = 0;
    recorder_.record().release(event);
  });
}

void recorded_waits::task_woken(fibre* fibre) noexcept {
  recorded_task* const task = fibre->recorded;
  if (task == nullptr || task->waking == nullptr) return;
  recorder_.call([&] {
    task_record::node* const waker = recorder_.node_here();
    if (waker == nullptr) {
      task->woken_at = recorder_.now();
      return;
    }
    recorder_.follow(self(), *self()->recorded, recorder_.push_ticks());
    recorder_.record().signal(waker, task->waking);
  });
}

/// Gives the key an event without a signal.
task_record::event* recorded_waits::renew(known_event& entry) {
  recorder_.record().release(std::exchange(entry.of, nullptr));
  entry = {recorder_.record().make_event(), false};
  return entry.of;
}

void recorded_waits::forget(std::uint64_t key) {
  auto const position = events_.find(key);
  if (position == events_.end()) return;
  recorder_.record().release(position->second.of);
  events_.erase(position);
}

/// WAITS-1.
task_record::event* recorded_waits::await_event_of(std::uint64_t key) {
  auto const position = events_.find(key);
  if (position == events_.end()) return nullptr;
  position->second.is_awaited = true;
  return position->second.of;
}

/// The calling task depends on the event of the key, if there is one.
void recorded_waits::await(std::uint64_t key, std::int64_t correction) noexcept {
  recorder_.call([&] {
    task_record::node* const node = recorder_.node_here();
    if (node == nullptr) return;
    task_record::event* const event = await_event_of(key);
    if (event == nullptr) return;
    recorder_.follow(self(), *self()->recorded, correction);
    recorder_.record().await(node, event);
  });
}

void recorded_waits::completes(void const* key) noexcept {
  recorder_.call([&] {
    task_record::node* const node = recorder_.node_here();
    if (node == nullptr) {  // nothing to wait for: no task of the record has done it
      forget(number_of(key));
      return;
    }
    recorder_.follow(self(), *self()->recorded, 0);
    recorder_.record().signal(node, renew(events_[number_of(key)]));
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
    task_record::node* const node = recorder_.node_here();
    if (node == nullptr) return;
    recorder_.follow(self(), *self()->recorded, 0);
    known_event& entry = events_[number_of_phase(object, phase)];
    bool const is_open = entry.of != nullptr && !entry.is_awaited;
    task_record::event* const signalled = is_open ? entry.of : renew(entry);
    signalled->has_many_signals = true;
    recorder_.record().signal(node, signalled);
    if (phase >= phases_remembered) forget(number_of_phase(object, phase - phases_remembered));
  });
}

void recorded_waits::saw_phase(void const* object, std::uint64_t phase) noexcept {
  await(number_of_phase(object, phase), 0);
}

void recorded_waits::pending_armed(pending_task& task) noexcept {
  recorder_.call([&] {
    task_record::node* const parent = recorder_.node_here();
    if (parent != nullptr) recorder_.follow(self(), *self()->recorded, recorder_.push_ticks());
    task_record::node* const node =
        recorder_.record().spawn(parent != nullptr ? parent : recorder_.record().root(), false);
    add_next_awaits(node);
    node->at_start = recorder_.record().make_event();
    recorder_.record().await(node, node->at_start);
    task.recorded = node;
  });
}

void recorded_waits::pending_unarmed(pending_task& task) noexcept {
  recorder_.call([&] {
    auto* const node = static_cast<task_record::node*>(std::exchange(task.recorded, nullptr));
    if (node == nullptr) return;
    recorder_.record().release(std::exchange(node->at_start, nullptr));
    recorder_.record().end(node, 0, 0, 0);
  });
}

void recorded_waits::pending_launched(pending_task const& pending_task, slot& task) noexcept {
  if (pending_task.recorded == nullptr) {
    static_cast<void>(recorder_.submitted(task));
    return;
  }
  recorder_.call([&] {
    auto* const node = static_cast<task_record::node*>(pending_task.recorded);
    if (task_record::node* const completer = recorder_.node_here()) {
      recorder_.follow(self(), *self()->recorded, 0);
      recorder_.record().signal(completer, node->at_start);
    }
    recorder_.record().release(std::exchange(node->at_start, nullptr));
    recorder_.wrap(task, node);
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

void recorded_waits::add_next_awaits(task_record::node* node) {
  if (next_awaits_.empty()) return;
  std::erase_if(next_awaits_, [&](next_await const& await) {
    if (await.by != std::this_thread::get_id()) return false;
    if (task_record::event* const event = await_event_of(await.key)) recorder_.record().await(node, event);
    return true;
  });
}

}  // namespace skua::sched
