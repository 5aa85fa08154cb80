// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "reparented.hpp"

#include <dirent.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace launch {
namespace {

/// The parent of a process; 0 if the process no longer exists.
int parent_of(int pid) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
  std::string line;
  std::getline(in, line);
  auto const name_end = line.rfind(')');  // the name may hold anything
  if (name_end == line.npos) return 0;
  std::istringstream rest(line.substr(name_end + 1));
  char state = 0;
  int parent = 0;
  rest >> state >> parent;
  return parent;
}

std::vector<int> children() {
  std::vector<int> result;
  DIR* const processes = ::opendir("/proc");
  if (processes == nullptr) return result;
  int const own_pid = ::getpid();
  while (dirent const* const entry = ::readdir(processes)) {
    int const pid = std::atoi(entry->d_name);
    if (pid > 0 && parent_of(pid) == own_pid) result.push_back(pid);
  }
  ::closedir(processes);
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
