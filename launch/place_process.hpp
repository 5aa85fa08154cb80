// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The process of a place: starts it, sends signals to it, and reports how it ended.
#pragma once

#include <signal.h>
#include <sys/resource.h>

#include <string>
#include <utility>
#include <vector>

#include "channel.hpp"
#include "clock.hpp"
#include "plan.hpp"
#include "system/process_handle.hpp"

namespace launch {

using ending = skua::system::process_end;

class place_process {
 public:
  place_process(int pid, skua::system::process_handle process, clock::time_point started)
      : pid_(pid), process_(std::move(process)), started_at_(started) {}

  [[nodiscard]] int pid() const noexcept { return pid_; }
  /// poll finds it readable when the process has ended.
  [[nodiscard]] int fd() const noexcept { return process_.fd(); }
  [[nodiscard]] bool running() const noexcept { return running_; }
  [[nodiscard]] ending const& end() const noexcept { return end_; }
  [[nodiscard]] clock::duration lasted() const noexcept { return ended_at_ - started_at_; }

  void send(int signal) const noexcept;
  /// Passes on a signal that this process has got.
  void pass(int signal) const noexcept;
  /// Whether it has ended since the last call; reaps it then.
  bool has_ended();

 private:
  int pid_;
  skua::system::process_handle process_;
  bool running_ = true;
  ending end_;
  clock::time_point started_at_;
  clock::time_point ended_at_{};
};

/// Starts the processes of one plan. All calls must come from one thread; the processes are killed
/// when that thread ends.
class starter {
 public:
  /// `mask`: the signal mask of the places. Throws failure.
  starter(plan const& run_plan, int memory_fd, sigset_t const& mask);

  /// Throws failure.
  place_process start(int place, int out, int err);
  /// Waits until all started processes have executed the program. Throws failure if one could not.
  void confirm();

 private:
  [[noreturn]] void become(int place, int out, int err, char* const* variables) noexcept;

  plan const& plan_;
  int const memory_fd_;
  sigset_t const mask_;
  int const parent_;
  unique_fd null_;
  rlimit files_{};       // the limit of open files for the places; skua-run raises its own
  channel exec_errors_;  // the error number of a failed exec
};

}  // namespace launch
