// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A place with a few workers and their deques, and the policy with which they park, for the model
// tests. Repeats the order of operations of src/core/deque_slow.cpp, ready.cpp and place.cpp.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "core/parking.hpp"
#include "core/searchers.hpp"
#include "core/worker_set.hpp"
#include "small_deque.hpp"

namespace skua::model {

constexpr int max_workers = 4;
constexpr int max_tasks = 4;

using deque = small_deque<max_tasks>;

struct small_place {
  sched::event_count gate{true};
  sched::worker_set awake;
  sched::searchers searching;
  bool counted[max_workers] = {};
  sched::sleeper naps[max_workers];
  std::vector<deque> deques;
  atomic<int> stopping{0};
  int workers;  // those with an id below the number of deques have a deque
  int reserve;  // workers beyond the processors, as place::reserve
  int stolen = 0;
  bool asleep[max_workers] = {};

  explicit small_place(int n) : small_place(n, 0, n) {}
  small_place(int n, int reserve_size, int deque_count)
      : deques(static_cast<std::size_t>(deque_count)), workers(n), reserve(reserve_size) {
    name(stopping, "stopping");
    awake.resize(max_workers);
    for (int i = 0; i < n; ++i) awake.add(i);
  }

  bool wants_more_awake() const { return gate.sleepers() > reserve; }

  /// Like wake_one; with a reserve like wake_more.
  void wake_one(int asleep_at_most = 0) {
    if (sched::sleeper* const s = gate.take_one(asleep_at_most, [this] { searching.begin(); })) wake(s->parked);
  }
  /// Like notify.
  void notify() {
    base::light_fence();
    if (wants_more_awake() && !searching.will_see()) wake_one(reserve);
  }
  /// Like the constructor of work_search, for a worker.
  void begin_search(int id) {
    if (!std::exchange(counted[id], true)) searching.begin();
  }
  /// Like park_worker, for a worker that has searched.
  template <class Worker>
  bool go_to_sleep(Worker&& worker) {
    begin_search(worker.id);
    return sched::park(gate, naps[worker.id], worker);
  }
  bool end_search(int id) { return std::exchange(counted[id], false) && searching.end(); }

  /// Like place::stop_threads.
  void stop() {
    stopping.store(1, std::memory_order_release);
    base::heavy_fence();
    while (gate.sleepers() > 0) wake_one();
  }

  /// Like push_slow.
  void push(deque& d) {
    if (!d.push(d.build()) || !d.poll_requested()) return;
    if (d.expose_half()) notify();
    base::light_fence();
    if (wants_more_awake()) d.request_poll();
  }
};

/// What park() calls for a worker of a place without deques and with no end.
struct plain_worker {
  void request_polls() const {}
  void fence_requests() const {}
  bool has_missed_tasks() const { return false; }
  bool has_left_tasks() const { return false; }
  bool stopping() const { return false; }
  void pass_on_wake_up() const {}
  void prepare_to_sleep() const {}
};

/// The policy that park() calls, for worker `id`. `looks` counts its final checks.
struct looker {
  small_place& p;
  int id;
  int& looks;
  /// its thread ends instead of sleeping, so that a check can tell which workers would still sleep
  bool ends_asleep = false;
  /// tasks that one steal may take
  int most = max_tasks;

  template <class F>
  bool any_other(F const& f) const {
    return p.awake.find(0, [&](int i) {
      return i != id && static_cast<std::size_t>(i) < p.deques.size() && f(p.deques[static_cast<std::size_t>(i)]);
    });
  }

  bool end_search() const { return p.end_search(id); }
  void note_wake_up() const { p.counted[id] = true; }
  bool search() const {
    return any_other([this](deque& victim) {
      std::size_t const n = victim.steal(static_cast<std::size_t>(most),
                                         [](sched::slot* first, sched::slot* end) { return std::size_t(end - first); });
      p.stolen += static_cast<int>(n);
      return n != 0;
    });
  }
  void request_polls() const {
    (void)p.awake.find(0, [this](int i) {
      if (static_cast<std::size_t>(i) < p.deques.size()) p.deques[static_cast<std::size_t>(i)].request_poll();
      return false;
    });
  }
  void fence_requests() const { sched::task_deque::fence_requests(); }
  bool has_missed_tasks() const {
    ++looks;
    return any_other([](deque& victim) {
      bool exposed = false;
      return last_look(victim, true, exposed);
    });
  }
  bool has_left_tasks() const { return false; }
  bool stopping() const { return p.stopping.load(std::memory_order_acquire) != 0; }
  void pass_on_wake_up() const {}
  bool wants_more_awake() const { return p.wants_more_awake(); }
  bool has_published_work() const {
    return any_other([](deque& victim) {
      if (!victim.poll_requested()) victim.request_poll();
      return victim.has_public();
    });
  }
  void notify() const { p.notify(); }
  void prepare_to_sleep() const {}
  void sleep() const {
    sched::sleeper& me = p.naps[id];
    p.awake.remove(id);
    if (ends_asleep) {
      p.asleep[id] = true;
      me.parked.store(0, std::memory_order_relaxed);
    } else {
      wait(me.parked, 1);
      p.awake.add(id);
    }
  }
};

}  // namespace skua::model
