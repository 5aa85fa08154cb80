// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/seeds.hpp"

#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "system/unique_fd.hpp"

namespace seeds {
namespace {

constexpr unsigned most_seconds = 60;        // processor time of one seed
constexpr unsigned most_real_seconds = 600;  // real time: machines are busy
constexpr std::uint64_t seeds_per_process = 100;

void limit_time() {
  ::alarm(most_real_seconds);
  ::itimerval t{};
  t.it_value.tv_sec = most_seconds;
  (void)::setitimer(ITIMER_PROF, &t, nullptr);
}

void write_all(int to, void const* from, std::size_t n) {
  for (auto const* p = static_cast<char const*>(from); n > 0;) {
    auto const written = ::write(to, p, n);
    if (written <= 0) return;
    p += written;
    n -= static_cast<std::size_t>(written);
  }
}

[[noreturn]] void run_in_child(run const& one, std::uint64_t first, std::uint64_t n, int report, bool loud) {
  if (!loud) ::dup2(report, STDERR_FILENO);  // a broken contract reports there
  for (std::uint64_t seed = first; seed < first + n; ++seed) {
    limit_time();
    write_all(report, &seed, sizeof seed);
    std::string const complaint = one(seed);
    if (complaint.empty()) continue;
    write_all(report, complaint.data(), complaint.size());
    ::_exit(1);
  }
  ::_exit(0);
}

/// Collects what a child writes into its pipe, and how it ends.
template <class Child>
ending fork_and_listen(Child const& work) {
  int ends[2];
  if (::pipe(ends) != 0) return {1, "no pipe"};
  skua::system::unique_fd reader(ends[0]);
  skua::system::unique_fd writer(ends[1]);
  ::pid_t const child = ::fork();
  if (child == 0) {
    reader.close();
    work(writer.get());
  }
  writer.close();
  ending e;
  if (child < 0) e.output = "no process";
  char buffer[512];
  for (::ssize_t length; (length = ::read(reader.get(), buffer, sizeof buffer)) > 0;)
    e.output.append(buffer, static_cast<std::size_t>(length));
  if (child < 0 || ::waitpid(child, &e.status, 0) != child) e.status = 1;
  return e;
}

failure run_in_one_process(run const& one, std::uint64_t first, std::uint64_t n, bool loud) {
  auto [status, output] = fork_and_listen([&](int report) { run_in_child(one, first, n, report, loud); });
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  failure f{first, first, n, {}};
  while (output.size() >= sizeof f.seed && f.seed + 1 <= first + n) {
    std::uint64_t next;
    output.copy(reinterpret_cast<char*>(&next), sizeof next);
    if (next < first || next >= first + n) break;
    f.seed = next;
    output.erase(0, sizeof next);
  }
  f.count = f.seed - first + 1;
  f.complaint = output + describe_status(status);
  return f;
}

}  // namespace

std::string describe_status(int status) {
  if (WIFSIGNALED(status)) return " (ended by signal " + std::to_string(WTERMSIG(status)) + ")";
  return WIFEXITED(status) && WEXITSTATUS(status) > 1 ? " (ended with code " + std::to_string(WEXITSTATUS(status)) + ")"
                                                      : "";
}

ending in_child(std::function<std::string()> const& one) {
  return fork_and_listen([&](int report) {
    ::dup2(report, STDERR_FILENO);
    limit_time();
    std::string const complaint = one();
    write_all(report, complaint.data(), complaint.size());
    ::_exit(complaint.empty() ? 0 : 1);
  });
}

failure search(run const& one, std::uint64_t first, std::uint64_t n, bool loud,
               std::function<void(std::uint64_t)> const& progress) {
  for (std::uint64_t done = 0; done < n; done += seeds_per_process) {
    if (progress) progress(done);
    failure const f = run_in_one_process(one, first + done, std::min(seeds_per_process, n - done), loud);
    if (f.seed == 0) continue;
    failure const alone = run_in_one_process(one, f.seed, 1, loud);
    return alone.seed != 0 ? alone : f;
  }
  return {};
}

}  // namespace seeds
