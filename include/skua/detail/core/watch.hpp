// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Observers of a reducer: conditions that fire once, and reports at intervals.
//
// The service thread tests the observers. Their actions run as urgent tasks of the scope that owns
// the reducer. When all tasks of the scope have ended, the scope's owner tests a last time
// (tasks_ended), so that even a short run misses no condition. Threads: any task of the owning
// scope calls watch(); the service thread calls look, and so does the owner after it has stopped
// the periodic calls.
// Edges: ACTING (the writes of an action are visible to the next one of the same observer).
//        OBSERVERS (a thread that finds the list sees it complete).
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>

#include <skua/detail/core/push.hpp>
#include <skua/detail/core/scope_object.hpp>

namespace skua::sched {

class watched;

/// One condition or report.
class observer {
 public:
  explicit observer(bool repeats) noexcept : repeats_(repeats) {}
  virtual ~observer() = default;
  observer(observer const&) = delete;
  observer& operator=(observer const&) = delete;

 protected:
  /// Whether to act now; `last`: every task of the scope has ended. Called on the service thread,
  /// so it must not wait.
  virtual bool due(bool last) = 0;
  /// The action; called in a task of the owning scope.
  virtual void act() = 0;

 private:
  friend class watched;
  void run();

  bool const repeats_;
  base::atomic<bool> active_{true};    // due() is still to be called
  base::atomic<bool> running_{false};  // its task has not ended: do not start another
  base::atomic<std::uint64_t> tick_{0};
  std::exception_ptr error_;  // thrown by due(), rethrown by the task
  watched* watched_ = nullptr;
};

/// An object that may have observers.
class watched : public scope_object {
 public:
  watched() noexcept;
  ~watched() override;
  watched(watched const&) = delete;
  watched& operator=(watched const&) = delete;

  /// Gives the object to the calling task's innermost scope.
  void adopt_here();
  /// Adds an observer, to be tested with this period from now to the end of the owning scope.
  void watch(std::unique_ptr<observer> added, tick_period period);
  bool tasks_ended(fibre* current) noexcept override;

 protected:
  /// Derived classes must call it first in their destructor.
  void stop_watching() noexcept;

 private:
  void look(observer& added, fibre* owner) noexcept;
  bool start(observer& added, fibre* owner) noexcept;

  struct observer_list;
  observer_list& observers();

  scope_frame* frame_ = nullptr;
  base::atomic<observer_list*> observers_{nullptr};  // null until the first watch
};

}  // namespace skua::sched
