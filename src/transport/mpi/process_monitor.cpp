// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transport/mpi/process_monitor.hpp"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <exception>
#include <string>

#include <skua/error.hpp>

#include "system/threads.hpp"

namespace skua::transport::mpi {

process_monitor::process_monitor(std::vector<std::pair<int, int>> const& processes,
                                 std::function<void(std::vector<int> const&)> ended)
    : ended_(std::move(ended)), stop_(::eventfd(0, EFD_CLOEXEC)) {
  std::vector<int> early;
  for (auto const& [rank, pid] : processes) {
    system::unique_fd fd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    if (fd)
      pidfds_.emplace_back(rank, std::move(fd));
    else if (errno == ESRCH)
      early.push_back(rank);
  }
  if (!early.empty()) ended_(early);
  if (pidfds_.empty() || !stop_) return;
  // The new thread blocks all signals: it must not handle signals meant for the program.
  sigset_t all_signals;
  sigset_t before;
  sigfillset(&all_signals);
  pthread_sigmask(SIG_SETMASK, &all_signals, &before);
  try {
    thread_ = std::thread([this] { run(); });
  } catch (std::exception const& e) {
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    throw error(std::string("skua: cannot start the thread that watches over other places: ") + e.what());
  }
  system::add_helper_threads(1);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

process_monitor::~process_monitor() {
  if (thread_.joinable()) {
    system::add_helper_threads(-1);
    std::uint64_t const one = 1;
    static_cast<void>(!::write(stop_.get(), &one, sizeof one));
    thread_.join();
  }
}

void process_monitor::run() noexcept {
  std::vector<pollfd> fds;
  for (auto const& [rank, fd] : pidfds_) fds.push_back({fd.get(), POLLIN, 0});
  fds.push_back({stop_.get(), POLLIN, 0});
  while (::poll(fds.data(), fds.size(), -1) >= 0 || errno == EINTR) {
    if (::poll(fds.data(), fds.size(), 0) < 0) continue;  // PEER-FAILURE-1: the second scan
    if (fds.back().revents != 0) return;
    std::vector<int> ends;
    for (std::size_t i = 0; i < pidfds_.size(); ++i) {
      if (fds[i].revents == 0) continue;
      fds[i] = {-1, 0, 0};
      ends.push_back(pidfds_[i].first);
    }
    if (!ends.empty()) ended_(ends);
  }
}

}  // namespace skua::transport::mpi
