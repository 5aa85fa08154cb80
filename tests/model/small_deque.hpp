// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The library's deque with memory for a few slots, for the model tests.
#pragma once

#include <cstddef>
#include <cstdint>

#include <skua/detail/core/task_deque.hpp>

#include "explore/explore.hpp"

namespace skua::sched {

/// Access to the ends of a deque, for checks when no thread runs.
struct task_deque_ends {
  static void name(task_deque& d) {
    model::name(d.head_, "head");
    model::name(d.limit_, "limit");
    model::name(d.split_, "split");
    model::name(d.steal_requested_, "steal_requested");
    model::name(d.tail_, "tail");
    model::name(d.pub_, "pub");
  }
  /// DEQUE-1, between two operations of a deque in ordinary mode.
  static bool in_order(task_deque const& d) {
    constexpr auto relaxed = std::memory_order_relaxed;
    slot* const tail = d.tail_.load(relaxed);
    slot* const pub = d.pub_.load(relaxed);
    slot* const head = d.head_.load(relaxed);
    return d.bottom_ <= tail && tail <= pub && pub <= head && pub <= d.split_.load(relaxed);
  }
};

}  // namespace skua::sched

namespace skua::model {

/// Empty, and its owner has answered all requests. A task is a number in its slot, from 0 on in the
/// order of the pushes, with a separate claimable.
template <int MaxTasks>
struct small_deque final : sched::task_deque {
  sched::slot slots[MaxTasks + 1] = {};
  sched::claimable claimables[MaxTasks + 1] = {};
  int pushed = 0;

  small_deque() {
    set_memory(slots, MaxTasks);
    start(skua::sched::slow_mode::off);
    (void)expose_half();
  }

  /// Builds the next task in top().
  sched::slot* build(std::uintptr_t flags = 0) {
    sched::slot* const h = top();
    h->scope = 16 | sched::slot_claimable | flags;  // 16: any scope; 0 would be a gap
    *reinterpret_cast<sched::claimable**>(h->buffer) = &claimables[pushed];
    claimables[pushed].set_where(h);
    number(h) = pushed++;
    return h;
  }
  static int& number(sched::slot* h) { return *reinterpret_cast<int*>(h->buffer + sizeof(sched::claimable*)); }
  static int number(sched::slot const* h) {
    return *reinterpret_cast<int const*>(h->buffer + sizeof(sched::claimable*));
  }

  /// Pops like the scheduler, without its counters.
  sched::slot* pop_above(sched::slot* base) {
    return pop(base, [this, base] { return reclaim(base); });
  }
};

}  // namespace skua::model
