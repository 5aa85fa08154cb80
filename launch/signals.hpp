// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The signals that skua-run gets, as things to read: it has no handlers.
#pragma once

#include <signal.h>

#include <optional>
#include <string>

#include "channel.hpp"

namespace launch {

class signals {
 public:
  struct arrival {
    int number;
    bool from_terminal;  ///< sent by the kernel to the whole foreground group: the places have got it, too
  };

  /// From now on they wait to be read. Throws failure.
  signals();

  [[nodiscard]] int fd() const noexcept { return fd_.get(); }
  /// The next one that has arrived.
  std::optional<arrival> next();
  /// Does what SIGTSTP usually does; returns when we are continued.
  void stop_here() noexcept;
  /// What was blocked before, for the places.
  [[nodiscard]] sigset_t const& before() const noexcept { return before_; }

 private:
  owned_fd fd_;
  sigset_t before_;
};

/// Whether the signal asks a program to end.
bool asks_to_end(int number) noexcept;

/// "signal 9 (Killed)"
std::string signal_name(int number);

}  // namespace launch
