// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// skua-soak --seconds N --seed S: random programs, each checked against its model, for that time.
// At the end no extra thread, no growth of memory, and no more fibres than the programs can have
// needed may remain.
//
// With --work KIND it runs rounds of work.hpp over all places of the run. soak.py starts it that
// way.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include <skua/exit_codes.hpp>

#include "base/parse.hpp"
#include "sched/random_program.hpp"
#include "soak/work.hpp"
#include "support/resident.hpp"
#include "system/threads.hpp"

namespace {

using steady = std::chrono::steady_clock;

/// Thread sanitizer has its own thread, which it starts with the first thread of the program. The
/// /proc entry of a joined thread may remain for a moment.
int threads_beside_ours() {
  std::thread([] {}).join();
  int least = skua::system::threads_of_process();
  for (int i = 0; i < 20; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    least = std::min(least, skua::system::threads_of_process());
  }
  return least;
}

long resident_megabytes() { return test_support::resident_bytes() / (1 << 20); }

[[noreturn]] void usage(char const* reason) {
  std::fprintf(stderr, "skua-soak: %s; usage: skua-soak [--seconds N] [--seed S] [--work KIND] [--rounds N]\n", reason);
  std::exit(skua::exit_code::usage);
}

struct plan {
  double seconds = 10;
  std::uint64_t seed = static_cast<std::uint64_t>(steady::now().time_since_epoch().count());
  std::uint64_t rounds = 0;
  std::string (*work)(std::uint64_t) = nullptr;
};

constexpr std::array<std::pair<std::string_view, std::string (*)(std::uint64_t)>, 7> works{
    {{"scopes", ::soak::scopes_round},
     {"search", ::soak::search_round},
     {"idle", ::soak::idle_round},
     {"blocked", ::soak::blocked_round},
     {"timers", ::soak::timers_round},
     {"futures", ::soak::futures_round},
     {"vectors", ::soak::vectors_round}}};

std::uint64_t number(char const* text) {
  auto const value = skua::base::parse_c_number(text, 0, ~std::uint64_t{0});
  if (!value) usage("expected a whole number below 2^64");
  return *value;
}

plan read_plan(int argc, char** argv) {
  plan p;
  for (int i = 1; i < argc; i += 2) {
    if (i + 1 == argc) usage("a value is missing");
    if (std::strcmp(argv[i], "--work") == 0) {
      p.work = nullptr;
      for (auto const& [name, round] : works) {
        if (name == std::string_view(argv[i + 1])) p.work = round;
      }
      if (p.work == nullptr) usage("--work: expected scopes, search, idle, blocked, timers, futures or vectors");
      continue;
    }
    if (std::strcmp(argv[i], "--seconds") == 0) {
      p.seconds = skua::base::parse_decimal(argv[i + 1], 0, 1e9).value_or(0);
      if (p.seconds <= 0) usage("expected a number above zero");
    } else if (std::strcmp(argv[i], "--seed") == 0) {
      p.seed = number(argv[i + 1]);
    } else if (std::strcmp(argv[i], "--rounds") == 0) {
      p.rounds = number(argv[i + 1]);
      if (p.rounds == 0) usage("expected a number above zero");
    } else {
      usage("unknown option");
    }
  }
  return p;
}

struct one_process {
  plan const todo;
  int const threads_before = threads_beside_ours();
  long memory_early = 0;
  std::uint64_t programs = 0;
  std::uint64_t most_fibres = 0;

  /// Runs programs on one runtime; returns false if one failed.
  bool one_runtime(std::uint64_t first, steady::time_point until) {
    skua::options o;
    o.workers = 1 + static_cast<int>(first % 4);
    o.seed = first + 1;
    if (first % 5 == 0) o.spin_us = 0;
    if (first % 7 == 0) o.stats = skua::stats_level::detailed;
    skua::runtime place{o};
    for (std::uint64_t k = 0; k < 50 && steady::now() < until; ++k, ++programs) {
      std::string const wrong = random_program::check_program(place, first + k, 6 + static_cast<int>((first + k) % 3));
      if (!wrong.empty()) {
        std::printf("soak: seed %llu with %d workers: %s\n", static_cast<unsigned long long>(first + k), o.workers,
                    wrong.c_str());
        return false;
      }
    }
    most_fibres = std::max(most_fibres, place.run([] { return skua::stats().total().fibres; }));
    return true;
  }

  bool nothing_is_left() const {
    bool right = true;
    auto const check = [&](bool holds, char const* fault) {
      if (!holds) std::printf("soak: %s\n", fault);
      right = right && holds;
    };
    int thread_count = skua::system::threads_of_process();
    for (int i = 0; i < 1000 && thread_count != threads_before; ++i) {  // their /proc entries may remain for a moment
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      thread_count = skua::system::threads_of_process();
    }
    check(thread_count == threads_before, "threads are left");
    check(most_fibres < 5'000, "more fibres were made than the programs can have needed");
#if !defined(SKUA_ASAN) && !defined(SKUA_TSAN)
    check(resident_megabytes() < 2 * memory_early + 64, "memory has grown");
#endif
    return right;
  }

  int run() {
    std::printf("soak: %.0f seconds, --seed %llu\n", todo.seconds, static_cast<unsigned long long>(todo.seed));
    std::fflush(stdout);
    auto const start = steady::now();
    auto const until =
        start + std::chrono::duration_cast<steady::duration>(std::chrono::duration<double>(todo.seconds));
    for (std::uint64_t first = todo.seed; steady::now() < until; first += 50) {
      if (!one_runtime(first, until)) return skua::exit_code::failure;
      if (memory_early == 0 && steady::now() - start > (until - start) / 10) memory_early = resident_megabytes();
    }
    bool const right = nothing_is_left();
    std::printf("soak: %llu programs, %llu fibres at most, %ld MB, %s\n", static_cast<unsigned long long>(programs),
                static_cast<unsigned long long>(most_fibres), resident_megabytes(), right ? "all well" : "failed");
    return right ? skua::exit_code::success : skua::exit_code::failure;
  }
};

}  // namespace

int main(int argc, char** argv) {
  plan const p = read_plan(argc, argv);
  int const code = p.work != nullptr ? ::soak::work(p.work, p.seed, p.rounds, p.seconds) : one_process{p}.run();
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  std::fputs("skua-soak: the standard output cannot be written: make room, or write it elsewhere\n", stderr);
  return code != skua::exit_code::success ? code : skua::exit_code::failure;
}
