// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A discrete-event simulator of a machine with virtual time: one real thread runs all threads of
// all simulated places, in the order of virtual time.
//
// A simulated thread runs until it sleeps, pauses, or its local time reaches the quantum. Then the
// simulator takes the earliest event: it resumes a simulated thread, or performs an action (a
// message arrives). The seed decides the order of events of the same time. There is no other source
// of nondeterminism: the same seed and the same costs give the same run.
//
// The program and the runtime declare the duration of operations (work, charge_cost, charge). Or
// the simulator measures it between two of its calls (speed_settings::measured).
//
// A simulated thread's local time (`local_time`) is its work since it was resumed, relative to the
// simulator's time. It is at most a quantum: short enough that the order of effects on other
// threads within it does not matter, long enough that not every push is an event.
//
//   SIM-1  Exactly one simulated thread runs. The simulator switches only in sleep, pause, work and
//     join, and never under a lock.
//   SIM-2  The time of the simulator never goes back.
#pragma once

#include <climits>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <skua/sim.hpp>

#include "sim/fault_injector.hpp"
#include "sim/futex_table.hpp"
#include "sim/shared_lines.hpp"
#include "sim/speed_model.hpp"
#include "system/machine.hpp"

namespace skua::sim {

/// An event that is not the resumption of a simulated thread: it must not sleep.
struct sim_event {
  virtual void happen() = 0;

 protected:
  ~sim_event() = default;
};

class simulator {
 public:
  simulator(std::uint64_t seed, int places, speed_settings const& settings, sharing_costs const& sharing = {});
  ~simulator();
  simulator(simulator const&) = delete;
  simulator& operator=(simulator const&) = delete;

  // the operations of a machine (system/machine.hpp), for the running simulated thread
  std::uint64_t now() noexcept;
  void sleep(base::atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t deadline) noexcept;
  void wake(base::atomic<std::uint32_t>& word) noexcept;
  [[nodiscard]] std::uint64_t time_to_wake() const noexcept { return ns_.wake; }
  /// Wakes the threads that sleep at the word after that time.
  void wake_after(base::atomic<std::uint32_t>& word, std::uint64_t delay_ns) noexcept;
  /// For handlers of signals, which may interrupt any other operation. Only the last of several
  /// words counts: there is one that they wake, that of the service thread of place 0.
  void wake_at_next_event(base::atomic<std::uint32_t>& word) noexcept {
    rung_.store(&word, std::memory_order_relaxed);  // relaxed: read by the same thread
  }
  [[nodiscard]] std::unique_ptr<system::thread> start(std::function<void()> main, int place);
  void pause(std::uint64_t ns) noexcept;
  void work(std::uint64_t ns) noexcept;
  void charge_cost(system::runtime_cost operation) noexcept;
  void touch(void const* line, bool writes) noexcept;
  void interrupt_threads() noexcept;
  [[nodiscard]] int complexes() const noexcept;
  [[nodiscard]] int complex_here();
  [[nodiscard]] int processors() const noexcept { return processors_ > 0 ? processors_ : INT_MAX; }

  /// Adds work to the local time of the running simulated thread, without a switch.
  void charge(std::uint64_t ns) noexcept;
  /// Queues an event for that time; the caller keeps the object alive until then.
  void at(std::uint64_t when, sim_event& event);
  /// Like the other at, for rare events; allocates.
  void at(std::uint64_t when, std::function<void()> fn);
  /// Never resumes the simulated threads of that place again.
  void lose(int place) noexcept { lost_place_ = place; }
  /// Keeps a simulated thread that has ended and was joined: outdated events may still refer to it.
  void retire(std::unique_ptr<sim_thread> thread);
  /// `fn` is called when simulated threads sleep and no event is queued; the program ends after it.
  void when_stuck(std::function<void()> fn) { stuck_ = std::move(fn); }
  /// `fn` is called instead of the first event after that time. It must not return.
  void when_past(std::uint64_t limit, std::function<void()> fn) {
    limit_ = limit;
    past_limit_ = std::move(fn);
  }

  std::uint64_t random() noexcept;
  [[nodiscard]] std::uint64_t events() const noexcept { return events_; }
  /// A hash of all events and their times: runs with equal fingerprints were the same.
  [[nodiscard]] std::uint64_t fingerprint() const noexcept { return fingerprint_; }
  /// The ns that all threads have run, searches and pauses between them included.
  [[nodiscard]] std::uint64_t processor_time() const noexcept { return processor_time_; }
  [[nodiscard]] std::uint64_t line_moves() const noexcept;
  [[nodiscard]] std::uint64_t interrupts() const noexcept { return interrupts_; }

  std::function<sim::summary()> summarise;  // the summary of all places; set by the creator
  remote::job* job = nullptr;               // the job with all places; set by the creator
  fault_injector* injector = nullptr;       // of a test; null: none

 private:
  friend class sim_thread;
  struct queue_entry {
    std::uint64_t when;
    std::uint64_t order;  // among events of the same time
    sim_thread* thread;   // to resume, unless its turn has changed; null: `action` happens
    std::uint64_t turn;
    sim_event* action;
  };
  struct called final : sim_event {
    explicit called(std::function<void()> function) : fn(std::move(function)) {}
    void happen() override { fn(); }
    std::function<void()> fn;
  };
  struct later {
    bool operator()(queue_entry const& left, queue_entry const& right) const noexcept {
      return left.when != right.when ? left.when > right.when : left.order > right.order;
    }
  };

  [[noreturn]] void end_thread() noexcept;
  void resume_at(sim_thread* thread, std::uint64_t when);
  void enqueue(queue_entry const& entry);
  queue_entry take_earliest();
  void run_next(sim_thread* current) noexcept;
  void lap() noexcept;
  void take_time(double ns) noexcept;
  void happened(std::uint64_t event_id) noexcept;
  struct processor {
    sim_thread* holder = nullptr;  // null: free
    std::uint64_t slice_end = 0;
  };
  /// The threads of a place, the lines that they share, and their processors if these are fewer.
  struct sharers {
    explicit sharers(sharing_costs const& costs) : lines(costs) {}
    shared_lines lines;
    std::vector<sim_thread*> threads;
    std::vector<processor> processors;
    std::deque<sim_thread*> waiting;  // for a processor
  };
  sharers& sharers_of(sim_thread* thread);
  [[nodiscard]] std::size_t processor_here() const noexcept;
  void leave_processor(sim_thread* thread) noexcept;
  bool take_processor(queue_entry const& entry);
  void hand_over(sharers& place, processor& freed, std::uint64_t when);
  static void hold(sharers& place, processor& free_one, sim_thread* thread, std::uint64_t when) noexcept;

  static constexpr std::uint64_t begin_ns = 1'000'000'000;  // not 0, which stands for no time in deadlines
  std::uint64_t time_ = begin_ns;
  std::uint64_t random_state_;
  std::uint64_t events_ = 0;
  std::uint64_t fingerprint_ = 0;
  std::uint64_t next_number_ = 0;
  std::vector<queue_entry> queue_;  // a heap: the earliest event is in front
  futex_table futex_table_;
  std::unique_ptr<sim_thread> first_;  // of the real thread, which created the simulator
  sim_thread* running_;
  base::atomic<base::atomic<std::uint32_t>*> rung_{nullptr};  // see wake_at_next_event
  std::vector<std::unique_ptr<sim_thread>> ended_;
  speed_model speed_model_;
  struct {
    std::uint64_t queue, start, yield, look, wake, call, interrupt;
  } const ns_;                    // costs of the runtime's operations
  int processors_, complex_;      // of a place; threads of a complex
  std::vector<sharers> sharers_;  // by place; empty: sharing costs nothing
  std::uint64_t processor_time_ = 0;
  std::uint64_t interrupts_ = 0;
  bool measured_;
  double scale_;
  std::uint64_t mark_ = 0;  // if costs are measured: the running thread is charged up to this real time, in ns
  int lost_place_ = -1;
  std::function<void()> stuck_;
  std::vector<std::unique_ptr<called>> calls_;
  std::uint64_t limit_ = ~std::uint64_t{0};
  std::function<void()> past_limit_;
};

}  // namespace skua::sim
