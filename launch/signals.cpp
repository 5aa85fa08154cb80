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
  // If skua-run inherits it as ignored, waitid cannot report how a place ended.
  ::signal(SIGCHLD, SIG_DFL);
  sigset_t handled;
  ::sigemptyset(&handled);
  for (int const number :
       {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGUSR1, SIGUSR2, SIGWINCH, SIGCHLD, SIGPIPE, SIGXFSZ})
    ::sigaddset(&handled, number);
  ::sigprocmask(SIG_BLOCK, &handled, &inherited_mask_);
  ::sigdelset(&handled, SIGPIPE);  // write reports these two: EPIPE, EFBIG
  ::sigdelset(&handled, SIGXFSZ);
  fd_ = unique_fd(::signalfd(-1, &handled, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!fd_) throw failure(exit_code::launcher_failed, std::string("cannot read signals: ") + std::strerror(errno));
}

std::optional<signals::arrival> signals::next() {
  signalfd_siginfo info{};
  if (::read(fd_.get(), &info, sizeof info) != static_cast<ssize_t>(sizeof info)) return std::nullopt;
  int const number = static_cast<int>(info.ssi_signo);
  // The kernel sends signals of keys to the whole foreground group, but SIGHUP for a lost terminal
  // only to the session leader.
  return arrival{number, info.ssi_code == SI_KERNEL && number != SIGHUP};
}

void signals::stop_here() noexcept {
  sigset_t stop;
  ::sigemptyset(&stop);
  ::sigaddset(&stop, SIGTSTP);
  // Not SIGSTOP: the kernel ignores SIGTSTP if no process could continue this one (an orphaned
  // process group).
  ::raise(SIGTSTP);
  ::sigprocmask(SIG_UNBLOCK, &stop, nullptr);
  ::sigprocmask(SIG_BLOCK, &stop, nullptr);
}

bool asks_to_end(int number) noexcept {
  return number == SIGINT || number == SIGTERM || number == SIGHUP || number == SIGQUIT;
}

}  // namespace launch
