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
  if (fibre* s = self(); s != nullptr) {
    frame_ = scope_of(s->scope);
  } else {
    std::uintptr_t const root = counted_scope(nullptr, place_here());
    frame_ = scope_of(root);
    release_token(place_here(), root);
  }
  adopt(this);
}

void watched::watch(std::unique_ptr<observer> o, tick_period period) {
  observer* const p = o.get();
  p->watched_ = this;
  {
    observer_list& list = observers();
    std::lock_guard const hold(list.lock);
    list.entries.push_back(std::move(o));
  }
  auto const tick = [](void* a) noexcept {
    auto* observed = static_cast<observer*>(a);
    observed->watched_->look(*observed, nullptr);
  };
  p->tick_.store(start_ticking(made_at, period, tick, p), std::memory_order_relaxed);  // relaxed: a later tick sees it
}

// Called on the service thread, or by the owner at the end.
void watched::look(observer& o, fibre* owner) noexcept {
  if (!o.active_.load(std::memory_order_relaxed)) {                    // relaxed: changed here only
    std::uint64_t const id = o.tick_.load(std::memory_order_relaxed);  // relaxed: a later look sees it
    if (id != 0) stop_ticking(made_at, id);
    return;
  }
  if (o.running_.load(std::memory_order_acquire) || frame_->state.has(scope_cancelled)) return;  // sync: ACTING <- run
  bool must_act = false;
  try {
    must_act = o.due(owner != nullptr);
  } catch (...) {
    o.error_ = std::current_exception();
    must_act = true;
  }
  if (!must_act || !start(o, owner)) return;
  if (!o.repeats_ || o.error_ != nullptr)
    o.active_.store(false, std::memory_order_relaxed);  // relaxed: changed here only
}

// Returns false if the scope has just ended: its owner will look itself.
bool watched::start(observer& o, fibre* owner) noexcept {
  auto const task = [p = &o] { p->run(); };
  if (owner == nullptr && !frame_->state.try_add()) return false;
  o.running_.store(true, std::memory_order_relaxed);  // relaxed: read by looks, which follow one another
  if (owner != nullptr) {
    push_closure(owner, task);
    return true;
  }
  slot s;
  emplace_closure(nullptr, &s, task);
  s.scope = reinterpret_cast<std::uintptr_t>(frame_) | slot_counted;
  submit_urgent(made_at, s);
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

bool watched::tasks_ended(fibre* s) noexcept {
  observer_list* const list = observers_.load(std::memory_order_acquire);  // sync: OBSERVERS <- observers
  if (list == nullptr) return false;
  stop_watching();
  slot* const top_before = s->top();
  for (std::size_t i = 0;; ++i) {
    observer* o;
    {
      std::lock_guard const hold(list->lock);
      if (i >= list->entries.size()) break;
      o = list->entries[i].get();
    }
    if (!o->repeats_) look(*o, s);
  }
  return s->top() != top_before;
}

}  // namespace skua::sched
