// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/seeds.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

namespace seeds {
namespace {

constexpr unsigned most_seconds = 60;  // of one seed
constexpr std::uint64_t seeds_per_process = 100;

void write_all(int to, void const* from, std::size_t n) {
  for (auto const* p = static_cast<char const*>(from); n > 0;) {
    auto const written = ::write(to, p, n);
    if (written <= 0) return;
    p += written;
    n -= static_cast<std::size_t>(written);
  }
}

[[noreturn]] void run_in_child(run const& one, std::uint64_t first, std::uint64_t n, int report, bool loud) {
  if (!loud) ::dup2(report, STDERR_FILENO);  // a broken contract says so there
  for (std::uint64_t seed = first; seed < first + n; ++seed) {
    ::alarm(most_seconds);
    write_all(report, &seed, sizeof seed);
    std::string const complaint = one(seed);
    if (complaint.empty()) continue;
    write_all(report, complaint.data(), complaint.size());
    ::_exit(1);
  }
  ::_exit(0);
}

failure run_in_one_process(run const& one, std::uint64_t first, std::uint64_t n, bool loud) {
  int ends[2];
  if (::pipe(ends) != 0) return {first, first, n, "no pipe"};
  ::pid_t const child = ::fork();
  if (child < 0) return {first, first, n, "no process"};
  if (child == 0) run_in_child(one, first, n, ends[1], loud);
  ::close(ends[1]);
  std::string said;
  char buffer[512];
  for (::ssize_t got; (got = ::read(ends[0], buffer, sizeof buffer)) > 0;)
    said.append(buffer, static_cast<std::size_t>(got));
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  failure f{first, first, n, {}};
  while (said.size() >= sizeof f.seed && f.seed + 1 <= first + n) {
    std::uint64_t next;
    said.copy(reinterpret_cast<char*>(&next), sizeof next);
    if (next < first || next >= first + n) break;
    f.seed = next;
    said.erase(0, sizeof next);
  }
  f.count = f.seed - first + 1;
  f.what = said;
  if (WIFSIGNALED(status)) f.what += " (ended by signal " + std::to_string(WTERMSIG(status)) + ")";
  return f;
}

}  // namespace

failure search(run const& one, std::uint64_t first, std::uint64_t n, bool loud, std::function<void(std::uint64_t)> const& progress) {
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
