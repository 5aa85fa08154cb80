// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Watching a reducer while it grows: conditions that fire once, and reports at intervals.
//
// The service thread looks; what it triggers runs as an urgent task of the scope that owns the
// reducer. When all tasks of the scope have ended, its owner looks a last time (quiet), so that no
// condition is missed however short the run was. Threads: watch() by any task of the owning scope;
// look by the service thread, and by the owner when it has stopped that. Edges: ACTING (what an
// action did reaches the next one of the same observer).
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <vector>

#include <skua/sched/owned.hpp>
#include <skua/sched/push.hpp>

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
  /// Whether to act now; `last`: every task of the scope has ended. Runs on the service thread:
  /// must not wait.
  virtual bool due(bool last) = 0;
  /// In a task of the owning scope.
  virtual void act() = 0;

 private:
  friend class watched;
  void run();

  bool const repeats_;
  base::atomic<bool> active_{true};    // still to be looked at
  base::atomic<bool> running_{false};  // its task has not ended: not to be started again
  base::atomic<std::uint64_t> tick_{0};
  std::exception_ptr error_;  // thrown by due(), rethrown by the task
  watched* of_ = nullptr;
};

/// An object that may have observers.
class watched : public owned {
 public:
  watched() = default;
  watched(watched const&) = delete;
  watched& operator=(watched const&) = delete;

  /// Gives the object to the calling task's innermost scope.
  void adopt_here();
  /// Looks that often, from now to the end of the owning scope.
  void watch(std::unique_ptr<observer> o, tick_period often);
  bool quiet(fibre* s) noexcept override;

 protected:
  /// First thing in the destructor of what is observed.
  void stop_watching() noexcept;

 private:
  void look(observer& o, fibre* owner) noexcept;
  bool start(observer& o, fibre* owner) noexcept;

  place_front* at_ = nullptr;
  scope_frame* frame_ = nullptr;
  std::mutex lock_;
  std::vector<std::unique_ptr<observer>> observers_;
};

}  // namespace skua::sched
