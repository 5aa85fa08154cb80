// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A machine with a clock of its own: all threads of all simulated places take turns on one real
// thread, in the order of virtual time.
//
// A process (a simulated thread) runs until it sleeps, pauses, or has been at work for longer than
// nobody else had anything to do; then the earliest event of the world is next: a process goes on,
// or something happens (a message arrives). Events of the same time come in an order that the seed
// decides. Nothing else decides anything: the same seed and the same costs give the same run.
//
// How long something takes is said by the program and the runtime (work, step, charge), or measured
// between two calls of the world (pace_settings::measured).
//
// A process may be ahead of the world's time by what it has worked since its turn began (`ahead`),
// at most a quantum: so short that the order of what it does to others in between does not matter
// to anybody, so long that not every push is an event.
//
// W1 Exactly one process runs. It may be switched away from in sleep, pause, work and join only,
// and never under a lock.
// W2 The time of the world never goes back.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <skua/sim.hpp>

#include "system/machine.hpp"
#include "world/meddler.hpp"
#include "world/pace.hpp"
#include "world/sleepers.hpp"

namespace skua::world {

/// Something that happens at a time, on no process: it must not sleep.
struct happening {
  virtual void happen() = 0;

 protected:
  ~happening() = default;
};

class world {
 public:
  world(std::uint64_t seed, int places, pace_settings const& how_fast);
  ~world();
  world(world const&) = delete;
  world& operator=(world const&) = delete;

  // what a machine does (system/machine.hpp), for the running process
  std::uint64_t now() noexcept;
  void sleep(base::atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t deadline) noexcept;
  void wake(base::atomic<std::uint32_t>& word) noexcept;
  [[nodiscard]] std::unique_ptr<system::thread> start(std::function<void()> main, int place);
  void pause(std::uint64_t ns) noexcept;
  void work(std::uint64_t ns) noexcept;
  void step(system::chore what) noexcept;

  /// The running process has been at work for so long; it goes on first.
  void charge(std::uint64_t ns) noexcept;
  /// It happens at that time; whoever made it keeps it until then.
  void at(std::uint64_t when, happening& what);
  /// The same for what is called seldom.
  void at(std::uint64_t when, std::function<void()> fn);
  /// The processes of that place never go on again.
  void lose(int place) noexcept { lost_place_ = place; }
  /// A process that has ended and was joined. Events of turns that it did not take may still name
  /// it.
  void bury(std::unique_ptr<process> p);
  /// Called when nothing can happen any more although processes sleep; the process ends after it.
  void when_stuck(std::function<void()> fn) { stuck_ = std::move(fn); }
  /// Called when that time has come, instead of what would happen next. It does not return.
  void when_past(std::uint64_t limit, std::function<void()> fn) {
    limit_ = limit;
    past_limit_ = std::move(fn);
  }

  std::uint64_t random() noexcept;
  [[nodiscard]] std::uint64_t events() const noexcept { return events_; }
  /// Of everything that happened and when: two runs with the same one were the same.
  [[nodiscard]] std::uint64_t fingerprint() const noexcept { return fingerprint_; }

  std::function<sim::summary()> seen;  // by who made it, of all its places
  remote::job* whole = nullptr;        // likewise: its places
  meddler* meddles = nullptr;          // a test's, or nobody

 private:
  friend class process;
  struct event {
    std::uint64_t when;
    std::uint64_t order;  // of those of one time
    process* who;         // goes on, if it still is at that turn; or none:
    std::uint64_t turn;
    happening* what;
  };
  struct called final : happening {
    explicit called(std::function<void()> f) : fn(std::move(f)) {}
    void happen() override { fn(); }
    std::function<void()> fn;
  };
  struct later {
    bool operator()(event const& a, event const& b) const noexcept {
      return a.when != b.when ? a.when > b.when : a.order > b.order;
    }
  };

  [[noreturn]] void end_process() noexcept;
  void resume_at(process* p, std::uint64_t when);
  void enqueue(event const& e);
  event take_earliest();
  void run_next(process* me) noexcept;
  void lap() noexcept;
  void take_time(double ns) noexcept;
  void happened(std::uint64_t what) noexcept;

  std::uint64_t time_ = 1'000'000'000;
  std::uint64_t random_state_;
  std::uint64_t events_ = 0;
  std::uint64_t fingerprint_ = 0;
  std::uint64_t next_number_ = 0;
  std::vector<event> queue_;  // a heap: the earliest is in front
  sleepers sleepers_;
  std::unique_ptr<process> first_;  // the thread that made the world
  process* running_;
  std::vector<std::unique_ptr<process>> buried_;
  pace pace_;
  struct {
    std::uint64_t queue, start, yield, look, wake;
  } const ns_;  // that these take
  bool measured_;
  double scale_;
  std::uint64_t mark_ = 0;  // real ns: until then the running process has been charged, if costs are measured
  int lost_place_ = -1;
  std::function<void()> stuck_;
  std::vector<std::unique_ptr<called>> calls_;
  std::uint64_t limit_ = ~std::uint64_t{0};
  std::function<void()> past_limit_;
};

}  // namespace skua::world
