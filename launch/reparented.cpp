// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "reparented.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "system/proc.hpp"

namespace launch {
namespace {

std::vector<int> children() {
  std::vector<int> result;
  int const own_pid = ::getpid();
  skua::system::for_each_number("/proc", [&](int pid) {
    std::string const file = "/proc/" + std::to_string(pid) + "/stat";
    if (skua::system::read_stat(file.c_str()).parent == own_pid) result.push_back(pid);
  });
  return result;
}

}  // namespace

void become_subreaper() { ::prctl(PR_SET_CHILD_SUBREAPER, 1); }

void reap_reparented(std::vector<int> const& places) {
  for (;;) {
    siginfo_t info{};
    if (::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) return;
    if (std::find(places.begin(), places.end(), info.si_pid) != places.end()) return;
    ::waitpid(info.si_pid, nullptr, 0);
  }
}

void kill_reparented() {
  siginfo_t info{};
  // Nearly always there is none; this system call tells so.
  if (::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0) return;
  for (bool killed = true; killed;) {  // the children of a killed process become children of this one
    killed = false;
    for (int const pid : children()) {
      if (::getsid(pid) != ::getsid(0)) continue;
      ::kill(pid, SIGKILL);
      ::waitpid(pid, nullptr, 0);
      killed = true;
    }
  }
}

}  // namespace launch
