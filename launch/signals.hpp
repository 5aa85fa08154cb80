// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The signals that skua-run receives; it reads them from a signalfd and has no handlers.
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
    bool from_terminal;  ///< sent by the kernel to the whole foreground group, so also to the places
  };

  /// Blocks the signals: from now on they must be read with next(). Throws failure.
  signals();

  [[nodiscard]] int fd() const noexcept { return fd_.get(); }
  /// The next signal that has arrived.
  std::optional<arrival> next();
  /// Stops this process, as SIGTSTP does by default; returns when it is continued.
  void stop_here() noexcept;
  /// The signal mask before the constructor, for the places.
  [[nodiscard]] sigset_t const& before() const noexcept { return inherited_mask_; }

 private:
  unique_fd fd_;
  sigset_t inherited_mask_;
};

/// Whether the signal asks a program to end.
bool asks_to_end(int number) noexcept;

}  // namespace launch
