// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rare paths of futures: errors, destructors that join, timed waits.
#include <skua/future.hpp>

#include <unordered_map>

#include <skua/detail/base/spinlock.hpp>
#include <skua/detail/sched/deferred_state.hpp>
#include <skua/detail/sched/start_task.hpp>
#include <skua/error.hpp>
#include <skua/promise.hpp>

namespace skua::sched {

void throw_future_error(std::future_errc code) { throw std::future_error(code); }

namespace {

/// The states of std::launch::async that have references of watchers, and the number of these. A
/// future state has no room for a number that nearly all of them do not need.
struct watched_states {
  base::spinlock lock;
  std::unordered_map<future_state const*, std::uint32_t> watchers;
};
watched_states& joining_states() {
  static watched_states& w = *new watched_states;  // never destroyed: a static object may hold a future
  return w;
}

/// While other handles exist, one of them will be the last. The handle that finds only its own
/// reference, that of the task, and those of watchers is the last one. True: it was not, and is
/// dropped.
bool drop_if_others(future_state* p) noexcept {
  watched_states& states = joining_states();
  base::spin_guard const g(states.lock);
  auto const entry = states.watchers.find(p);
  std::uint32_t const without_handles = 2 + (entry != states.watchers.end() ? entry->second : 0);
  std::uint32_t refs = p->refs.load(std::memory_order_acquire);  // sync: REFS <- release
  while (refs > without_handles && !p->is_ready()) {
    // sync: REFS -> release
    if (p->refs.compare_exchange_weak(refs, refs - 1, std::memory_order_acq_rel, std::memory_order_acquire))
      return true;
  }
  return false;
}

}  // namespace

void retain_as_watcher(future_state* p) noexcept {
  if (!p->joins) return p->retain();
  watched_states& states = joining_states();
  base::spin_guard const g(states.lock);
  ++states.watchers[p];
  p->retain();
}

void release_as_watcher(future_state* p) noexcept {
  if (p->joins) {
    watched_states& states = joining_states();
    base::spin_guard const g(states.lock);
    auto const entry = states.watchers.find(p);
    if (--entry->second == 0) states.watchers.erase(entry);
  }
  p->release();
}

void join_and_release(future_state* p) noexcept {
  if (drop_if_others(p)) return;
  if (!sees_done(p->ready)) {
    try {
      await(p, false);
    } catch (cancelled_error const&) {  // this task's scope is cancelled: the awaited task may still run
      wait_done_firmly(p->ready, "future", p);
    }
  }
  p->release();
}

std::future_status wait_state(future_state* p, deadline const& until) {
  if (sees_done(p->ready)) return std::future_status::ready;
  if (p->deferred.load(std::memory_order_acquire)) return std::future_status::deferred;  // sync: DEFER <- run_deferred
  return wait_done(p->ready, "future", p, &until) ? std::future_status::ready : std::future_status::timeout;
}

std::future_status poll_state(future_state* p) {
  if (sees_done(p->ready)) return std::future_status::ready;
  if (p->deferred.load(std::memory_order_acquire)) return std::future_status::deferred;  // sync: DEFER <- run_deferred
  if (self() == nullptr) return std::future_status::timeout;
  yield_now();  // a task that polls may be what keeps the awaited one from running
  return sees_done(p->ready) ? std::future_status::ready : std::future_status::timeout;
}

}  // namespace skua::sched
