// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The list of cases, quick mode, failing and skipping.
#include "support/case.hpp"

#include <sched.h>

#include <cstdio>
#include <cstdlib>
#include <set>
#include <string_view>
#include <utility>

namespace bench {
namespace {

int failure_count = 0;

std::string group_of(benchmark_case const& c) { return c.name.substr(0, c.name.find('/')); }

}  // namespace

void suite::group() {
  std::vector<benchmark_case> ordered_cases;
  std::set<std::string> seen_groups;
  for (auto const& first_case : cases_) {
    if (!seen_groups.insert(group_of(first_case)).second) continue;
    for (auto const& c : cases_)
      if (group_of(c) == group_of(first_case)) ordered_cases.push_back(c);
  }
  cases_ = std::move(ordered_cases);
}

// env SKUA_BENCH_QUICK: 1: skua-bench takes small inputs and one repetition
bool quick() {
  char const* value = std::getenv("SKUA_BENCH_QUICK");
  return value != nullptr && *value != '\0' && std::string_view(value) != "0";
}

void fail(benchmark::State& state, std::string const& reason) {
  // Aggregates of the other repetitions would hide the error; the exit code does not.
  ++failure_count;
  std::fprintf(stderr, "skua-bench: FAILED: %s\n", reason.c_str());
  state.SkipWithError(reason.c_str());
}

void skip(benchmark::State& state, std::string const& reason) { state.SkipWithError(("skipped: " + reason).c_str()); }

int failures() { return failure_count; }

bool skipped_on_one_cpu(benchmark::State& state) {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0 || CPU_COUNT(&set) >= 2) return false;
  skip(state, "needs two processors, this program may use one");
  return true;
}

}  // namespace bench
