// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// skua-seeds [--seeds N] [--first S] [--planted NAME] [--gdb]: random programs in random simulated
// worlds (job.hpp). It runs until one fails, and prints that one with the command that repeats it.
// With a planted bug (mutations.hpp; "all": each of them) one must fail. --gdb: the same in gdb,
// which stops where it fails.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <skua/exit_codes.hpp>

#include "base/parse.hpp"
#include "seeds/job.hpp"
#include "seeds/mutations.hpp"
#include "support/seeds.hpp"

namespace {

[[noreturn]] void usage(char const* reason) {
  std::fprintf(stderr, "skua-seeds: %s; usage: skua-seeds [--seeds N] [--first S] [--planted NAME|all] [--gdb]\n",
               reason);
  std::exit(skua::exit_code::usage);
}

/// The seeds run in a child, with a limit of time.
[[noreturn]] void run_in_gdb(int argc, char** argv) {
  std::vector<std::string> command{"gdb",   "-q",
                                   "-iex",  "set auto-load safe-path /",
                                   "-ex",   "set follow-fork-mode child",
                                   "-ex",   "handle SIGALRM SIGPROF nostop noprint nopass",
                                   "-ex",   "run",
                                   "--args"};
  command.insert(command.end(), argv, argv + argc - 1);
  std::vector<char*> words;
  for (std::string& word : command) words.push_back(word.data());
  words.push_back(nullptr);
  ::execvp(words.front(), words.data());
  std::perror("skua-seeds: --gdb: cannot start gdb");
  std::exit(skua::exit_code::usage);
}

struct request {
  std::uint64_t seeds = 1000;
  std::uint64_t first = 1;
  std::string planted;
};

request read_request(int argc, char** argv) {
  request r;
  if (argc > 1 && std::strcmp(argv[argc - 1], "--gdb") == 0) run_in_gdb(argc, argv);
  for (int i = 1; i < argc; i += 2) {
    if (i + 1 == argc) usage("a value is missing");
    if (std::strcmp(argv[i], "--planted") == 0) {
      r.planted = argv[i + 1];
      continue;
    }
    auto const n = skua::base::parse_number<std::uint64_t>(argv[i + 1], 1);
    if (!n) usage("expected a number above zero");
    if (std::strcmp(argv[i], "--seeds") == 0) {
      r.seeds = *n;
    } else if (std::strcmp(argv[i], "--first") == 0) {
      r.first = *n;
    } else {
      usage("unknown option");
    }
  }
  return r;
}

/// The first line, shortened.
std::string in_short(std::string text) {
  text.resize(std::min(text.find('\n'), text.size()));
  constexpr std::size_t limit = 90;
  return text.size() <= limit ? text : text.substr(0, limit) + "...";
}

/// Returns whether each chosen bug was found.
bool find_planted(request const& r) {
  bool every_bug_found = true;
  bool any = false;
  for (seeds_test::mutation const& m : seeds_test::all_mutations()) {
    if (r.planted != "all" && r.planted != m.name) continue;
    any = true;
    auto const one = [&m](std::uint64_t seed) {
      seeds_test::spoiler spoils(m, seed);
      return seeds_test::run_job(seed, false, &spoils);
    };
    seeds::failure const f = seeds::search(one, r.first, r.seeds, false);
    every_bug_found = every_bug_found && f.seed != 0;
    std::printf("%-22s %s %4llu seeds: %s\n", m.name.data(), f.seed != 0 ? "found after" : "not found in",
                static_cast<unsigned long long>(f.seed != 0 ? f.seed - r.first + 1 : r.seeds),
                f.seed != 0 ? in_short(f.complaint).c_str() : m.description.data());
    std::fflush(stdout);
  }
  if (!any) usage("there is no such planted bug");
  return every_bug_found;
}

}  // namespace

int main(int argc, char** argv) {
  request const r = read_request(argc, argv);
  if (!r.planted.empty()) return find_planted(r) ? skua::exit_code::success : skua::exit_code::failure;
  bool const alone = r.seeds == 1;  // a single seed prints a report
  if (alone) {
    auto const plan = seeds_test::plan_of(r.first);
    std::printf("seed %llu: SKUA_SIM=%s SKUA_STEAL=%s SKUA_STEAL_AMOUNT=%s\n", static_cast<unsigned long long>(r.first),
                plan.sim.c_str(), plan.steal.c_str(), plan.amount.c_str());
    std::fflush(stdout);
  }
  bool const terminal = ::isatty(STDERR_FILENO) != 0;
  auto const progress = [&](std::uint64_t done) {
    if (terminal)
      std::fprintf(stderr, "\r%llu of %llu seeds ", static_cast<unsigned long long>(done),
                   static_cast<unsigned long long>(r.seeds));
  };
  auto const one = [alone](std::uint64_t seed) { return seeds_test::run_job(seed, alone); };
  seeds::failure const f = seeds::search(one, r.first, r.seeds, alone, progress);
  if (terminal) std::fprintf(stderr, "\r%40s\r", "");
  if (f.seed == 0) {
    std::printf("%llu seeds, from %llu: all well\n", static_cast<unsigned long long>(r.seeds),
                static_cast<unsigned long long>(r.first));
    return skua::exit_code::success;
  }
  std::printf("seed %llu: %s\n  again: %s --first %llu --seeds %llu (with --gdb: in gdb)\n",
              static_cast<unsigned long long>(f.seed), f.complaint.c_str(), argv[0],
              static_cast<unsigned long long>(f.first), static_cast<unsigned long long>(f.count));
  return skua::exit_code::failure;
}
