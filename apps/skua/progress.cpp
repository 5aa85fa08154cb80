// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace apps {
namespace {

/// Columns of the terminal: a longer line would wrap and could not be redrawn in place.
std::size_t columns() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

/// True on a terminal that can erase a line. The line has no colours, so NO_COLOR changes nothing.
bool can_redraw() {
  char const* const kind = std::getenv("TERM");
  return isatty(STDERR_FILENO) != 0 && (kind == nullptr || std::string_view(kind) != "dumb");
}

/// At most so many characters of UTF-8, whole ones.
std::string_view first_characters(std::string_view text, std::size_t limit) {
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    bool const begins_character = (static_cast<unsigned char>(text[i]) & 0xc0) != 0x80;
    if (begins_character && characters++ == limit) return text.substr(0, i);
  }
  return text;
}

void write_to_terminal(std::string const& bytes) {
  // One write per redraw, so that no other output lands in the middle of the line. A write error
  // (the terminal is gone) is ignored.
  [[maybe_unused]] auto const bytes_written = write(STDERR_FILENO, bytes.data(), bytes.size());
}

}  // namespace

progress::progress(bool enabled, std::function<std::string(double)> text)
    : text_(std::move(text)), on_terminal_(can_redraw()) {
  if (!enabled) return;
  // Signals belong to the thread that runs the program, not to the progress thread.
  sigset_t all_signals;
  sigset_t old_mask;
  sigfillset(&all_signals);
  pthread_sigmask(SIG_SETMASK, &all_signals, &old_mask);
  thread_ = std::thread([this] { draw(); });
  pthread_sigmask(SIG_SETMASK, &old_mask, nullptr);
}

progress::~progress() {
  if (!thread_.joinable()) return;
  {
    std::lock_guard const lock(mutex_);
    end_ = true;
  }
  end_condition_.notify_one();
  thread_.join();
  if (on_terminal_) write_to_terminal("\r\x1b[K");
}

void progress::draw() {
  using namespace std::chrono_literals;
  auto const start = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  std::chrono::milliseconds const period = on_terminal_ ? 200ms : 10s;
  while (!end_condition_.wait_for(lock, period, [this] { return end_; })) {
    std::chrono::duration<double> const elapsed = std::chrono::steady_clock::now() - start;
    auto const line = text_(elapsed.count());
    if (!on_terminal_) {
      write_to_terminal(line + "\n");
      continue;
    }
    write_to_terminal("\r" + std::string(first_characters(line, columns() - 1)) + "\x1b[K");
  }
}

}  // namespace apps
