// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "place_process.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "failure.hpp"
#include "program.hpp"

namespace launch {
namespace {

/// For execve, which takes non-const pointers but does not write through them.
std::vector<char*> pointers(std::vector<std::string> const& strings) {
  std::vector<char*> result;
  for (std::string const& text : strings) result.push_back(const_cast<char*>(text.c_str()));
  return result;
}

[[noreturn]] void cannot(std::string const& text) {
  throw failure(exit_code::launcher_failed, text + ": " + std::strerror(errno));
}

}  // namespace

void place_process::send(int signal) const noexcept {
  if (running_) process_.send(signal);
}

void place_process::pass(int signal) const noexcept {
  if (running_) process_.pass(signal);
}

bool place_process::has_ended() {
  if (!running_) return false;
  auto const end = process_.reap();
  if (!end) return false;
  end_ = *end;
  ended_at_ = clock::now();
  running_ = false;
  process_ = skua::system::process_handle();
  return true;
}

starter::starter(plan const& run_plan, int memory_fd, sigset_t const& mask)
    : plan_(run_plan),
      memory_fd_(memory_fd),
      mask_(mask),
      parent_(::getpid()),
      null_(::open("/dev/null", O_RDONLY | O_CLOEXEC)),
      exec_errors_(open_pipe()) {
  ::getrlimit(RLIMIT_NOFILE, &files_);
  rlimit const highest{files_.rlim_max, files_.rlim_max};
  ::setrlimit(RLIMIT_NOFILE, &highest);
  if (!null_) cannot("cannot open /dev/null");
  ::fcntl(exec_errors_.reader.get(), F_SETFL, 0);  // confirm must block
}

place_process starter::start(int place, int out, int err) {
  auto variables = pointers(plan_.environment);
  auto const own = own_variables(plan_, place, memory_fd_);
  for (char* text : pointers(own)) variables.push_back(text);
  variables.push_back(nullptr);
  auto const now = clock::now();
  pid_t const pid = ::fork();
  if (pid < 0) cannot("cannot start place " + std::to_string(place));
  if (pid == 0) become(place, out, err, variables.data());
  skua::system::process_handle process(pid);
  if (!process) {
    int const error = errno;
    ::kill(pid, SIGKILL);
    errno = error;
    cannot("cannot watch place " + std::to_string(place) + (error == ENOSYS ? " (this needs Linux 5.4)" : ""));
  }
  return {pid, std::move(process), now};
}

void starter::become(int place, int out, int err, char* const* variables) noexcept {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent_) ::_exit(exit_code::launcher_failed);  // skua-run had died before the prctl
  if (place != 0) ::dup2(null_.get(), 0);
  ::dup2(out, 1);
  ::dup2(err, 2);
  ::fcntl(memory_fd_, F_SETFD, 0);
  ::setrlimit(RLIMIT_NOFILE, &files_);
  if (!plan_.processors.empty()) {
    cpu_set_t mask;
    CPU_ZERO(&mask);
    for (int const cpu : plan_.processors[static_cast<std::size_t>(place)]) CPU_SET(cpu, &mask);
    ::sched_setaffinity(0, sizeof mask, &mask);
  }
  ::sigprocmask(SIG_SETMASK, &mask_, nullptr);
  auto arguments = pointers(plan_.arguments);
  arguments.push_back(nullptr);
  ::execvpe(plan_.file.c_str(), arguments.data(), const_cast<char**>(variables));
  int const error = errno;
  (void)!::write(exec_errors_.writer.get(), &error, sizeof error);
  ::_exit(exit_code::not_found);
}

void starter::confirm() {
  exec_errors_.writer.close();
  int error = 0;
  ssize_t n;
  do {  // read returns 0 when exec has closed every copy of the other end
    n = ::read(exec_errors_.reader.get(), &error, sizeof error);
  } while (n < 0 && errno == EINTR);
  if (n == static_cast<ssize_t>(sizeof error)) cannot_start(plan_.file, error);
}

}  // namespace launch
