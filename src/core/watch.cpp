// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looks at observers, and starts their tasks.
#include <skua/detail/core/self.hpp>
#include <skua/detail/core/watch.hpp>

#include <mutex>
#include <vector>

#include <skua/detail/core/submit.hpp>
#include <skua/detail/core/suspend.hpp>

#include "core/service.hpp"

namespace skua::sched {

void observer::run() {
  if (error_ != nullptr) std::rethrow_exception(error_);
  act();
  running_.store(false, std::memory_order_release);  // sync: ACTING -> look
}

struct watched::observer_list {
  std::mutex lock;
  std::vector<std::unique_ptr<observer>> entries;
};

watched::watched() noexcept = default;
watched::~watched() { delete observers_.load(std::memory_order_acquire); }  // sync: OBSERVERS <- observers

/// The list, which the first caller makes.
watched::observer_list& watched::observers() {
  observer_list* list = observers_.load(std::memory_order_acquire);  // sync: OBSERVERS <- observers
  if (list != nullptr) return *list;
  auto fresh = std::make_unique<observer_list>();
  // sync: OBSERVERS -> observers, stop_watching, tasks_ended, ~watched; OBSERVERS <- observers
  if (observers_.compare_exchange_strong(list, fresh.get(), std::memory_order_acq_rel)) list = fresh.release();
  return *list;
}

void watched::adopt_here() {
  if (fibre* current = self(); current != nullptr) {
    frame_ = scope_of(current->scope);
  } else {
    std::uintptr_t const root = counted_scope(nullptr, place_here());
    frame_ = scope_of(root);
    release_token(place_here(), root);
  }
  adopt(this);
}

void watched::watch(std::unique_ptr<observer> added, tick_period period) {
  observer* const watcher = added.get();
  watcher->watched_ = this;
  {
    observer_list& list = observers();
    std::lock_guard const hold(list.lock);
    list.entries.push_back(std::move(added));
  }
  auto const tick = [](void* argument) noexcept {
    auto* observed = static_cast<observer*>(argument);
    observed->watched_->look(*observed, nullptr);
  };
  // relaxed: a later tick sees it
  watcher->tick_.store(start_ticking(made_at, period, tick, watcher), std::memory_order_relaxed);
}

// Called on the service thread, or by the owner at the end.
void watched::look(observer& added, fibre* owner) noexcept {
  if (!added.active_.load(std::memory_order_relaxed)) {                    // relaxed: changed here only
    std::uint64_t const id = added.tick_.load(std::memory_order_relaxed);  // relaxed: a later look sees it
    if (id != 0) stop_ticking(made_at, id);
    return;
  }
  // sync: ACTING <- run
  if (added.running_.load(std::memory_order_acquire) || frame_->state.has(scope_cancelled)) return;
  bool must_act = false;
  try {
    must_act = added.due(owner != nullptr);
  } catch (...) {
    added.error_ = std::current_exception();
    must_act = true;
  }
  if (!must_act || !start(added, owner)) return;
  if (!added.repeats_ || added.error_ != nullptr)
    added.active_.store(false, std::memory_order_relaxed);  // relaxed: changed here only
}

// Returns false if the scope has just ended: its owner will look itself.
bool watched::start(observer& added, fibre* owner) noexcept {
  auto const task = [p = &added] { p->run(); };
  if (owner == nullptr && !frame_->state.try_add()) return false;
  added.running_.store(true, std::memory_order_relaxed);  // relaxed: read by looks, which follow one another
  if (owner != nullptr) {
    push_closure(owner, task);
    return true;
  }
  slot slot;
  emplace_closure(nullptr, &slot, task);
  slot.scope = reinterpret_cast<std::uintptr_t>(frame_) | slot_counted;
  submit_urgent(made_at, slot);
  return true;
}

void watched::stop_watching() noexcept {
  observer_list* const list = observers_.load(std::memory_order_acquire);  // sync: OBSERVERS <- observers
  for (std::size_t i = 0; list != nullptr; ++i) {
    std::uint64_t id;
    {
      std::lock_guard const hold(list->lock);
      if (i >= list->entries.size()) return;
      id = list->entries[i]->tick_.load(
          std::memory_order_relaxed);  // relaxed: its watch() has ended, or a later tick looks again
    }
    stop_ticking(made_at, id);
  }
}

bool watched::tasks_ended(fibre* current) noexcept {
  observer_list* const list = observers_.load(std::memory_order_acquire);  // sync: OBSERVERS <- observers
  if (list == nullptr) return false;
  stop_watching();
  slot* const top_before = current->top();
  for (std::size_t i = 0;; ++i) {
    observer* added;
    {
      std::lock_guard const hold(list->lock);
      if (i >= list->entries.size()) break;
      added = list->entries[i].get();
    }
    if (!added->repeats_) look(*added, current);
  }
  return current->top() != top_before;
}

}  // namespace skua::sched
