// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transport/shm/child_processes.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include <skua/error.hpp>

#include "system/machine.hpp"
#include "system/standard_streams.hpp"
#include "transport/process_monitor.hpp"

namespace skua::transport {
namespace {

constexpr std::uint64_t last_line_ns = 1'000'000'000;
constexpr std::uint64_t own_end_ns = 400'000'000;

}  // namespace

system::process_handle open_process(int pid) {
  system::process_handle process(pid);
  if (!process && errno != ESRCH)
    throw error("skua: cannot watch process " + std::to_string(pid) + ": " + std::strerror(errno) +
                (errno == ENOSYS ? " (processes as places need Linux 5.4)" : ""));
  return process;
}

child_processes::~child_processes() {
  std::size_t const speaker = static_cast<std::size_t>(std::max(shared_->claimed_by(), 0));
  if (speaker > 0 && speaker <= children_.size())
    children_[speaker - 1].wait_until(system::monotonic_ns() + last_line_ns);
  for (auto const& child : children_) child.send(SIGKILL);
  for (auto const& child : children_) child.wait_and_reap();  // unless the process monitor has reaped it
}

bool child_processes::fork() {
  system::flush_standard_streams();
  children_.reserve(children_.size() + 1);
  pid_t const child = ::fork();
  if (child < 0) throw error(std::string("skua: cannot start another process: ") + std::strerror(errno));
  if (child == 0) {
    children_.clear();
    return true;
  }
  try {
    children_.push_back(open_process(child));  // not yet reaped, so the process id is still valid
  } catch (...) {
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    throw;
  }
  return false;
}

void child_processes::wait() noexcept {
  for (auto const& child : children_) child.wait_until(~std::uint64_t{0});
}

void child_processes::end() const noexcept {
  std::uint64_t const deadline = system::monotonic_ns() + own_end_ns;
  for (auto const& child : children_) child.wait_until(deadline);
  for (auto const& child : children_) child.send(SIGKILL);
}

std::string child_processes::first_ended(int& index) {
  for (std::size_t i = 0; i < children_.size(); ++i) {
    if (!children_[i].wait_until(0)) continue;
    index = static_cast<int>(i);
    return how_it_ended(index + 1, children_[i]).description;
  }
  return {};
}

}  // namespace skua::transport
