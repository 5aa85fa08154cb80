// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sim/run.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "sim/world.hpp"

namespace sim {
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

[[noreturn]] void run_in_child(planner how, std::uint64_t first, std::uint64_t n, int report) {
  if (std::getenv("SKUA_SIM_TRACE") == nullptr) ::dup2(report, STDERR_FILENO);  // a broken contract says so there
  for (std::uint64_t seed = first; seed < first + n; ++seed) {
    ::alarm(most_seconds);
    write_all(report, &seed, sizeof seed);
    auto w = std::make_unique<world>(how(seed));
    std::string const complaint = w->run();
    if (complaint.empty()) continue;
    write_all(report, complaint.data(), complaint.size());
    (void)w.release();  // one that failed cannot be destroyed
    ::_exit(1);
  }
  ::_exit(0);
}

failure run_in_one_process(planner how, std::uint64_t first, std::uint64_t n) {
  int ends[2];
  if (::pipe(ends) != 0) return {first, "no pipe"};
  ::pid_t const child = ::fork();
  if (child < 0) return {first, "no process"};
  if (child == 0) run_in_child(how, first, n, ends[1]);
  ::close(ends[1]);
  std::string said;
  char buffer[512];
  for (::ssize_t got; (got = ::read(ends[0], buffer, sizeof buffer)) > 0;)
    said.append(buffer, static_cast<std::size_t>(got));
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  failure f{first, {}};
  while (said.size() >= sizeof f.seed && f.seed + 1 <= first + n) {
    std::uint64_t next;
    said.copy(reinterpret_cast<char*>(&next), sizeof next);
    if (next < first || next >= first + n) break;
    f.seed = next;
    said.erase(0, sizeof next);
  }
  f.what = said;
  if (WIFSIGNALED(status)) f.what += " (ended by signal " + std::to_string(WTERMSIG(status)) + ")";
  return f;
}

}  // namespace

failure run_seeds(planner how, std::uint64_t first, std::uint64_t n) {
  for (std::uint64_t done = 0; done < n; done += seeds_per_process) {
    std::uint64_t const begin = first + done;
    failure f = run_in_one_process(how, begin, std::min(seeds_per_process, n - done));
    if (f.seed == 0) continue;
    failure const alone = run_in_one_process(how, f.seed, 1);
    bool const again = alone.seed != 0;
    std::string const seed = std::to_string(f.seed);
    f.what = "seed " + seed + ": " + (again ? alone.what : f.what) +
             "\n  again, with every step: SKUA_SIM_TRACE=1 SKUA_SIM_SEED=" +
             (again ? seed : std::to_string(begin) + " SKUA_SIM_SEEDS=" + std::to_string(f.seed - begin + 1));
    return f;
  }
  return {};
}

}  // namespace sim
