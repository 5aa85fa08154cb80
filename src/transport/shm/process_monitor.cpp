// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transport/shm/process_monitor.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <system_error>
#include <utility>

#include <skua/error.hpp>
#include <skua/exit_codes.hpp>

#include "system/threads.hpp"

namespace skua::transport {
namespace {

constexpr char const* vanished = "has disappeared (killed or crashed)";

/// Blocks all signals meanwhile: the new thread must not handle signals meant for the program.
class no_signals {
 public:
  no_signals() {
    sigset_t all_signals;
    ::sigfillset(&all_signals);
    ::pthread_sigmask(SIG_SETMASK, &all_signals, &before_);
  }
  ~no_signals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

}  // namespace

std::string how_it_ended(int pidfd, int* code) {
  siginfo_t info{};
  int result;
  do {
    result = ::waitid(P_PIDFD, static_cast<id_t>(pidfd), &info, WEXITED | WNOHANG);
  } while (result != 0 && errno == EINTR);
  if (result != 0 || info.si_pid == 0) return vanished;
  if (code != nullptr) *code = info.si_code == CLD_EXITED ? info.si_status : exit_code::of_signal(info.si_status);
  if (info.si_code == CLD_EXITED) return "ended with exit code " + std::to_string(info.si_status);
  char const* name = ::strsignal(info.si_status);
  return "was killed by signal " + std::to_string(info.si_status) + " (" + name + ")" +
         (info.si_code == CLD_DUMPED ? " and dumped core" : "");
}

system::unique_fd open_pidfd(int pid) {
  system::unique_fd fd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  if (!fd && errno != ESRCH)
    throw error("skua: cannot watch process " + std::to_string(pid) + ": " + std::strerror(errno) +
                (errno == ENOSYS ? " (processes as places need Linux 5.4)" : ""));
  return fd;
}

process_monitor::process_monitor(std::vector<int> const& pids, report ended)
    : stop_(::eventfd(0, EFD_CLOEXEC)), ended_(std::move(ended)) {
  try {
    if (!stop_)
      throw error(std::string("skua: cannot create an event to stop the watch over other places: ") +
                  std::strerror(errno));
    for (std::size_t place = 0; place < pids.size(); ++place) {
      pidfds_.push_back(pids[place] != 0 ? open_pidfd(pids[place]) : system::unique_fd());
      if (pids[place] != 0 && !pidfds_.back()) early_.push_back(static_cast<int>(place));
    }
    no_signals const guard;
    thread_ = std::thread([this] { loop(); });
    system::add_helper_threads(1);
  } catch (std::system_error const& e) {
    throw error(std::string("skua: cannot start the thread that watches over other places: ") + e.what());
  }
}

process_monitor::~process_monitor() {
  system::add_helper_threads(-1);
  std::uint64_t const one = 1;
  while (::write(stop_.get(), &one, sizeof one) < 0 && errno == EINTR) {
  }
  thread_.join();
}

void process_monitor::loop() {
  ::pthread_setname_np(::pthread_self(), "skua-watch");
  std::vector<pollfd> fds;
  peer_failures ends;
  for (int place : early_) ends.push_back({place, vanished, 0});
  for (auto const& fd : pidfds_) fds.push_back({fd.get(), POLLIN, 0});  // poll ignores negative descriptors
  fds.push_back({stop_.get(), POLLIN, 0});
  while (fds.back().revents == 0) {
    if (ends.empty() && ::poll(fds.data(), fds.size(), -1) < 0) continue;
    if (::poll(fds.data(), fds.size(), 0) < 0) continue;  // PEER-FAILURE-1: the second scan
    for (std::size_t place = 0; place < pidfds_.size(); ++place) {
      if (fds[place].fd < 0 || fds[place].revents == 0) continue;
      ends.push_back({static_cast<int>(place), {}});
      ends.back().description = how_it_ended(fds[place].fd, &ends.back().code);
      fds[place].fd = -1;
    }
    if (!ends.empty()) ended_(std::exchange(ends, {}));
  }
}

}  // namespace skua::transport
