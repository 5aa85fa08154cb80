// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/process_handle.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "system/end_request.hpp"
#include "system/machine.hpp"

namespace skua::system {
namespace {

std::optional<process_end> reap_child(int pidfd, int options) noexcept {
  siginfo_t info{};
  int result;
  do {
    result = ::waitid(P_PIDFD, static_cast<id_t>(pidfd), &info, WEXITED | options);
  } while (result != 0 && errno == EINTR);
  if (result != 0 || info.si_pid == 0) return std::nullopt;
  return process_end{info.si_code != CLD_EXITED, info.si_status, info.si_code == CLD_DUMPED};
}

}  // namespace

std::string process_end::text() const {
  return killed ? "was killed by " + signal_name(number) : "ended with exit code " + std::to_string(number);
}

std::string signal_name(int number) { return "signal " + std::to_string(number) + " (" + ::strsignal(number) + ")"; }

process_handle::process_handle(int pid) noexcept : fd_(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))) {}

void process_handle::send(int signal) const noexcept {
  ::syscall(SYS_pidfd_send_signal, fd_.get(), signal, nullptr, 0);
}

void process_handle::pass(int signal) const noexcept {
  siginfo_t info{};
  info.si_signo = signal;
  info.si_code = SI_QUEUE;
  info.si_pid = ::getpid();
  info.si_uid = ::getuid();
  info.si_value.sival_int = passed_signal_mark;
  // EAGAIN: too many signals are queued
  if (::syscall(SYS_pidfd_send_signal, fd_.get(), signal, &info, 0) != 0) send(signal);
}

bool process_handle::wait_until(std::uint64_t deadline_ns) const noexcept {
  for (;;) {
    std::uint64_t const now = monotonic_ns();
    auto const left_ms = deadline_ns > now ? (deadline_ns - now + 999'999) / 1'000'000 : 0;
    pollfd event{fd_.get(), POLLIN, 0};
    int const result = ::poll(&event, 1, static_cast<int>(std::min<std::uint64_t>(left_ms, 1'000'000)));
    if (result > 0) return true;
    if (result == 0 && left_ms == 0) return false;
  }
}

std::optional<process_end> process_handle::reap() const noexcept { return reap_child(fd_.get(), WNOHANG); }

std::optional<process_end> process_handle::wait_and_reap() const noexcept { return reap_child(fd_.get(), 0); }

}  // namespace skua::system
