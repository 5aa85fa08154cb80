// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <utility>

namespace apps {
namespace {

/// Columns of the terminal: a longer line would wrap and could not be redrawn in place.
std::size_t columns() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

void write_to_terminal(std::string const& bytes) {
  // One write per redraw, so that no other output lands in the middle of the line. A write error
  // (the terminal is gone) is ignored.
  [[maybe_unused]] auto const bytes_written = write(STDERR_FILENO, bytes.data(), bytes.size());
}

}  // namespace

progress::progress(bool enabled, std::function<std::string(double)> text)
    : text_(std::move(text)), on_terminal_(isatty(STDERR_FILENO) != 0) {
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
    auto line = text_(elapsed.count());
    if (!on_terminal_) {
      write_to_terminal(line + "\n");
      continue;
    }
    auto const width = columns();
    if (line.size() >= width) line.resize(width - 1);
    write_to_terminal("\r" + line + "\x1b[K");
  }
}

}  // namespace apps
