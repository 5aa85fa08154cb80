// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The service thread of a place: timers, periodic calls, and the work that a signal asked for. It
// sleeps until something is due.
//
// All state is under one mutex. The claim for a timer happens under it, so that a timer cannot
// claim a task that has erased it. Callbacks of ticks run without the mutex.
#pragma once

#include <compare>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/core/parker.hpp>
#include <skua/detail/core/scope_object.hpp>

#include "system/machine.hpp"

namespace skua::sched {

struct place;

class service {
 public:
  struct timer_key {
    std::uint64_t when = 0;  // monotonic ns
    std::uint64_t id = 0;
    friend auto operator<=>(timer_key const&, timer_key const&) = default;
  };

  void start(place& place);
  void stop() noexcept;

  /// Claims `waiter` for a timeout at `when` (monotonic ns) unless erased before.
  timer_key add_timer(std::uint64_t when, parker* waiter);
  /// After the wait; a timer that fired is gone already.
  void erase_timer(timer_key key) noexcept;
  /// Whether anything is due later or happens now: a sleeping task, a periodic call. Never waits
  /// for the mutex.
  bool expects_something() noexcept;

  /// Calls fn periodically. The period is a sixteenth of the time since the start, at least
  /// `period_ns` and at most `longest_ns`.
  std::uint64_t start_ticking(std::uint64_t period_ns, std::uint64_t longest_ns, void (*fn)(void*) noexcept,
                              void* argument);
  void stop_ticking(std::uint64_t id) noexcept;

  /// Makes the thread look now.
  void poke() noexcept;
  /// Like poke, but async-signal-safe.
  void poke_from_handler() noexcept;

 private:
  struct tick {
    std::uint64_t id, period, longest, since, due;
    void (*fn)(void*) noexcept;
    void* argument;
  };
  void loop(place& place) noexcept;
  std::uint64_t fire_due(std::unique_lock<std::mutex>& guard);

  std::mutex lock_;
  std::condition_variable tick_done_;
  std::map<timer_key, parker*> timers_;
  std::vector<tick> ticks_;
  std::uint64_t next_id_ = 1;
  std::uint64_t running_tick_ = 0;
  base::atomic<std::uint32_t> doorbell_{0};
  base::atomic<bool> stopping_{false};
  base::atomic<bool> awake_{true};  // the thread may hold work that no other thread can see
  place* place_ = nullptr;
  std::thread::id running_on_;
  std::unique_ptr<system::thread> thread_;
};

/// Calls fn(argument) on the service thread with this period; returns an id for stop_ticking.
std::uint64_t start_ticking(place_front* at, tick_period period, void (*fn)(void*) noexcept, void* argument);
/// Stops the calls. When it returns, no call is running.
void stop_ticking(place_front* at, std::uint64_t id) noexcept;

}  // namespace skua::sched
