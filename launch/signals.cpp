// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "signals.hpp"

#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "failure.hpp"

namespace launch {

signals::signals() {
  // Inherited as ignored, it would keep us from learning how a place ended.
  ::signal(SIGCHLD, SIG_DFL);
  sigset_t ours;
  ::sigemptyset(&ours);
  for (int const number :
       {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGUSR1, SIGUSR2, SIGWINCH, SIGCHLD, SIGPIPE, SIGXFSZ})
    ::sigaddset(&ours, number);
  ::sigprocmask(SIG_BLOCK, &ours, &before_);
  ::sigdelset(&ours, SIGPIPE);  // write reports these two: EPIPE, EFBIG
  ::sigdelset(&ours, SIGXFSZ);
  fd_ = owned_fd(::signalfd(-1, &ours, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!fd_.open()) throw failure(exit_cannot, std::string("cannot read signals: ") + std::strerror(errno));
}

std::optional<signals::arrival> signals::next() {
  signalfd_siginfo info{};
  if (::read(fd_.get(), &info, sizeof info) != static_cast<ssize_t>(sizeof info)) return std::nullopt;
  int const number = static_cast<int>(info.ssi_signo);
  // Keys are for the whole foreground group, the loss of the terminal is told to the leader of the
  // session alone.
  return arrival{number, info.ssi_code == SI_KERNEL && number != SIGHUP};
}

void signals::stop_here() noexcept {
  sigset_t stop;
  ::sigemptyset(&stop);
  ::sigaddset(&stop, SIGTSTP);
  // Not SIGSTOP: where nobody could continue us, the system ignores this one.
  ::raise(SIGTSTP);
  ::sigprocmask(SIG_UNBLOCK, &stop, nullptr);
  ::sigprocmask(SIG_BLOCK, &stop, nullptr);
}

bool asks_to_end(int number) noexcept {
  return number == SIGINT || number == SIGTERM || number == SIGHUP || number == SIGQUIT;
}

std::string signal_name(int number) { return "signal " + std::to_string(number) + " (" + ::strsignal(number) + ")"; }

}  // namespace launch
