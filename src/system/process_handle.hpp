// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Another process: when it ends, how it has ended, signals to it. Held by a pidfd, since the kernel
// may give a process id to a new process.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <skua/exit_codes.hpp>

#include "system/unique_fd.hpp"

namespace skua::system {

/// How a process has ended.
struct process_end {
  bool killed = false;  ///< by a signal
  int number = 0;       ///< the signal, or the exit code
  bool dumped_core = false;

  [[nodiscard]] bool failed() const noexcept { return killed || number != 0; }
  /// Returns the exit code that a shell shows.
  [[nodiscard]] int exit_code() const noexcept { return killed ? skua::exit_code::of_signal(number) : number; }
  /// "ended with exit code 1", "was killed by signal 9 (Killed)"
  [[nodiscard]] std::string text() const;
};

/// "signal 9 (Killed)"
[[nodiscard]] std::string signal_name(int number);

class process_handle {
 public:
  process_handle() noexcept = default;
  /// Holds nothing if there is no such process (errno is ESRCH), or if it cannot be held (ENOSYS
  /// before Linux 5.4, EMFILE, …).
  explicit process_handle(int pid) noexcept;
  explicit operator bool() const noexcept { return static_cast<bool>(fd_); }
  /// For poll, which finds it readable when the process has ended. Closed on exec.
  [[nodiscard]] int fd() const noexcept { return fd_.get(); }

  void send(int signal) const noexcept;
  /// Like send, with the mark of a signal that this process passes on (end_request.hpp).
  void pass(int signal) const noexcept;
  /// Waits until the process ends. Returns false if the deadline is over. With a deadline of 0 it
  /// checks once.
  bool wait_until(std::uint64_t deadline_ns) const noexcept;
  /// Returns how a child of this process has ended, or nullopt if it runs, was reaped before, or is
  /// not a child.
  std::optional<process_end> reap() const noexcept;
  /// Waits for the end of the child, and returns how it has ended.
  std::optional<process_end> wait_and_reap() const noexcept;

 private:
  unique_fd fd_;
};

}  // namespace skua::system
