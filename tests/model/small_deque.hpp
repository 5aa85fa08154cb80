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
  /// DEQUE-1, between two operations.
  static bool in_order(task_deque const& d) {
    constexpr auto relaxed = std::memory_order_relaxed;
    slot* const tail = d.tail_.load(relaxed);
    slot* const pub = d.pub_.load(relaxed);
    slot* const head = d.head_.load(relaxed);
    slot* const split = d.split_.load(relaxed);
    return d.bottom_ <= tail && tail <= pub && pub <= head && d.lowest_.load(relaxed) == pub &&
           (split == d.cap_ || (split == pub && !d.is_slow()));
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
    return pop(base, [this, base] {
      if (!has_popped_private()) return reclaim(base);
      if (!is_slow() || steal_requested()) (void)expose_half();
      return true;
    });
  }
};

/// The owner of a deque, and its thieves; checks that each task runs once, and has its contents.
struct small_fibre {
  static constexpr int max_tasks = 4;

  small_deque<max_tasks> deque;
  var<int> contents[max_tasks + 1];  // of the slots, for the race check
  int ran[max_tasks + 1] = {};
  bool notified = false;
  bool slots_move = false;  // then the race check does not know what a slot holds

  small_fibre() { sched::task_deque_ends::name(deque); }

  var<int>& contents_of(sched::slot const* h) { return contents[h - deque.slots]; }

  // Like push_closure, and like push_slow with no reason but a thief's.
  void push(std::uintptr_t flags = 0) {
    sched::slot* const h = deque.build(flags);
    contents_of(h) = 1;
    if (deque.push(h) && deque.poll_requested()) notified = deque.expose_half() || notified;
  }

  void run(sched::slot const& task) {
    int const number = small_deque<max_tasks>::number(&task);
    check(number >= 0 && number < deque.pushed && ran[number] == 0, "a task is run twice");
    ++ran[number];
  }
  void run_in_place(sched::slot const& task) {
    if (!slots_move) check(contents_of(&task) == 1, "a slot without contents");
    if (!is_gap(task)) run(task);
  }

  // Called by the owner: like the drain of a scope, but at most `max_count` tasks. Returns false if
  // the deque is empty.
  bool pop(int max_count, sched::slot* base) {
    for (; max_count > 0; --max_count) {
      sched::slot* const h = deque.pop_above(base);
      if (h == nullptr) return false;
      run_in_place(*h);
    }
    return true;
  }
  void drain() { pop(2 * max_tasks, deque.slots); }

  // Owner: takes the newest task if it is private, as a get() on a future that has not started.
  void take_newest() {
    sched::slot* const h = deque.top() - 1;
    if (deque.is_slow() ? deque.pop_if_private_slow(h) : deque.pop_if_private(h)) run_in_place(*h);
  }

  // Owner: takes a task back from wherever it lies, as a get() on a future of an older task.
  void take(int number) {
    sched::slot out;
    sched::claimable const& wanted = deque.claimables[number];
    sched::slot const* const newest = deque.top() - 1;
    auto const is_wanted = [&](sched::slot const& h) {  // called while no thief can take the slot
      bool const is_own = claimable_of(&h) == &wanted;
      if (is_own && &h != newest) contents_of(&h) = contents_of(newest);  // which moves there
      return is_own;
    };
    bool const has_taken = deque.take_from_middle(wanted.where(), deque.slots, is_wanted, out);
    if (deque.poll_requested()) notified = deque.expose_half() || notified;
    if (has_taken) run(out);
  }

  void steal(std::size_t max_count = max_tasks) {
    deque.steal(max_count, [this](sched::slot const* first, sched::slot const* end) {
      std::size_t moved = 0;
      for (sched::slot const* s = first; s != end; ++s) {
        moved += is_gap(*s) ? 0 : 1;
        run_in_place(*s);
      }
      return moved;
    });
  }

  // Like a request of another place: takes the tasks that may leave.
  void steal_travellers(std::size_t max_count) {
    auto const may_leave = [](sched::slot const& h) { return (h.scope & sched::slot_any) != 0; };
    auto const share = [max_count](std::size_t available) { return available < max_count ? available : max_count; };
    (void)deque.steal_some(may_leave, share, [this](sched::slot const& h) { run_in_place(h); });
  }

  void check_all_ran() const {
    for (int i = 0; i < deque.pushed; ++i) check(ran[i] == 1, "a task is lost");
    check(deque.empty(), "the drained deque is not empty");
    check(!deque.has_public(), "something is public in the drained deque");
    check(sched::task_deque_ends::in_order(deque), "the ends are out of order");
  }
};

}  // namespace skua::model
