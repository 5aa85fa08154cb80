// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The process of a place: starts it, sends signals to it, and reports how it ended.
#pragma once

#include <signal.h>
#include <sys/resource.h>

#include <string>
#include <utility>
#include <vector>

#include <skua/exit_codes.hpp>

#include "channel.hpp"
#include "clock.hpp"
#include "plan.hpp"

namespace launch {

/// How a process ended.
struct ending {
  bool killed = false;  ///< by a signal
  int number = 0;       ///< the signal, or the exit code

  [[nodiscard]] bool failed() const noexcept { return killed || number != 0; }
  [[nodiscard]] int exit_code() const noexcept { return killed ? skua::exit_code::of_signal(number) : number; }
  [[nodiscard]] std::string text() const;  ///< "was killed by signal 9 (Killed)"
};

class place_process {
 public:
  place_process(int pid, unique_fd pidfd, clock::time_point started)
      : pid_(pid), pidfd_(std::move(pidfd)), started_at_(started) {}

  [[nodiscard]] int pid() const noexcept { return pid_; }
  [[nodiscard]] int pidfd() const noexcept { return pidfd_.get(); }
  [[nodiscard]] bool running() const noexcept { return running_; }
  [[nodiscard]] ending const& end() const noexcept { return end_; }
  [[nodiscard]] clock::duration lasted() const noexcept { return ended_at_ - started_at_; }

  void send(int signal) const noexcept;
  /// Whether it has ended since the last call; reaps it then.
  bool has_ended();

 private:
  int pid_;
  unique_fd pidfd_;
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
