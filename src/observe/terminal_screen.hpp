// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that has the whole screen of a terminal: drawing, keys, sizes, signals. It uses the
// control sequences that every terminal emulator knows (the standard ones and the second screen of
// xterm), so it needs no library.
#pragma once

#include <termios.h>

#include <csignal>
#include <cstddef>
#include <string>
#include <vector>

#include "system/unique_fd.hpp"

namespace skua::observe {

struct screen_size {
  std::size_t columns = 80;
  std::size_t rows = 24;
};
/// The size of the terminal, or 80 x 24.
[[nodiscard]] screen_size size_of_terminal(int fd) noexcept;
/// Whether it understands control sequences (TERM is not dumb).
[[nodiscard]] bool terminal_has_control(int fd) noexcept;
/// Whether the locale is one of UTF-8.
[[nodiscard]] bool terminal_shows_utf8() noexcept;
/// Whether the user allows colours (NO_COLOR is not set).
[[nodiscard]] bool terminal_shows_colour() noexcept;

/// While it exists, the program draws on the terminal's second screen, and signals that would end
/// or stop it are events. The destructor gives the terminal back as it was. Make it while the
/// process has one thread.
class terminal_screen {
 public:
  terminal_screen(int input, int output);
  ~terminal_screen();
  terminal_screen(terminal_screen const&) = delete;
  terminal_screen& operator=(terminal_screen const&) = delete;

  [[nodiscard]] screen_size size() const noexcept { return size_of_terminal(output_); }
  /// Returns false if the terminal has gone.
  bool draw(std::vector<std::string> const& lines);

  struct event {
    enum class what { time, key, resized, ended } kind = what::time;
    char key = 0;
    int signal = 0;  ///< of `ended`; 0: the terminal has gone
  };
  /// Waits for one event. SIGTSTP stops the program, with the terminal as it was before; after
  /// SIGCONT it continues.
  event wait(int milliseconds);

 private:
  void enter();
  void leave() noexcept;

  int const input_;
  int const output_;
  bool has_keys_ = false;
  termios before_{};
  sigset_t mask_before_{};
  system::unique_fd signals_;
};

}  // namespace skua::observe
