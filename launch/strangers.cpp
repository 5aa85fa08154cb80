// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "strangers.hpp"

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

/// The parent of a process, 0 if it is gone.
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
  std::vector<int> found;
  DIR* const processes = ::opendir("/proc");
  if (processes == nullptr) return found;
  int const us = ::getpid();
  while (dirent const* const entry = ::readdir(processes)) {
    int const pid = std::atoi(entry->d_name);
    if (pid > 0 && parent_of(pid) == us) found.push_back(pid);
  }
  ::closedir(processes);
  return found;
}

}  // namespace

void adopt_orphans() { ::prctl(PR_SET_CHILD_SUBREAPER, 1); }

void reap_strangers(std::vector<int> const& known) {
  for (;;) {
    siginfo_t info{};
    if (::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) return;
    if (std::find(known.begin(), known.end(), info.si_pid) != known.end()) return;
    ::waitpid(info.si_pid, nullptr, 0);
  }
}

void end_strangers() {
  siginfo_t info{};
  // Nearly always there is none, and one system call says so.
  if (::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0) return;
  for (bool again = true; again;) {  // whose children become ours in turn
    again = false;
    for (int const pid : children()) {
      if (::getsid(pid) != ::getsid(0)) continue;
      ::kill(pid, SIGKILL);
      ::waitpid(pid, nullptr, 0);
      again = true;
    }
  }
}

}  // namespace launch
