// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transport/shm/child_processes.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

#include <skua/error.hpp>

#include "system/machine.hpp"
#include "transport/shm/process_monitor.hpp"

namespace skua::transport {
namespace {

constexpr std::uint64_t last_line_ns = 1'000'000'000;

/// Whether the process of this pidfd ends before the deadline.
bool ended(system::unique_fd const& pidfd, std::uint64_t deadline_ns) noexcept {
  for (;;) {
    std::uint64_t const now = system::monotonic_ns();
    auto const left_ms = deadline_ns > now ? (deadline_ns - now + 999'999) / 1'000'000 : 0;
    pollfd fd{pidfd.get(), POLLIN, 0};
    int const result = ::poll(&fd, 1, static_cast<int>(std::min<std::uint64_t>(left_ms, 1'000'000)));
    if (result > 0) return true;
    if (result == 0 && left_ms == 0) return false;
  }
}

void reap(system::unique_fd const& pidfd) noexcept {
  siginfo_t info{};
  // ECHILD: the process monitor has reaped it.
  while (::waitid(P_PIDFD, static_cast<id_t>(pidfd.get()), &info, WEXITED) != 0 && errno == EINTR) {
  }
}

}  // namespace

child_processes::~child_processes() {
  std::size_t const speaker = static_cast<std::size_t>(std::max(shared_->claimed_by(), 0));
  if (speaker > 0 && speaker <= pidfds_.size()) ended(pidfds_[speaker - 1], system::monotonic_ns() + last_line_ns);
  for (auto const& fd : pidfds_) ::syscall(SYS_pidfd_send_signal, fd.get(), SIGKILL, nullptr, 0);
  for (auto const& fd : pidfds_) reap(fd);
}

bool child_processes::fork() {
  std::cout.flush();
  std::clog.flush();
  std::fflush(nullptr);
  pidfds_.reserve(pidfds_.size() + 1);
  pid_t const child = ::fork();
  if (child < 0) throw error(std::string("skua: cannot start another process: ") + std::strerror(errno));
  if (child == 0) {
    pidfds_.clear();
    return true;
  }
  try {
    pidfds_.push_back(open_pidfd(child));  // not yet reaped, so the process id is still valid
  } catch (...) {
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    throw;
  }
  return false;
}

void child_processes::wait_until(std::uint64_t deadline_ns) noexcept {
  for (auto const& fd : pidfds_) ended(fd, deadline_ns);
}

std::string child_processes::first_ended(int& index) {
  for (std::size_t i = 0; i < pidfds_.size(); ++i) {
    if (!ended(pidfds_[i], 0)) continue;
    index = static_cast<int>(i);
    return how_it_ended(pidfds_[i].get());
  }
  return {};
}

}  // namespace skua::transport
