// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program of docs/start.md: which number below N has the longest Collatz chain?
#include <cstdio>
#include <cstdlib>

#include <skua/skua.hpp>

int chain_length(long n) {
  int steps = 0;
  for (; n != 1; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  return steps;
}

int main(int argc, char** argv) {
  return skua::run(argc, argv, [&] {
    long const limit = argc > 1 ? std::atol(argv[1]) : 1'000'000;
    long const block = 10'000;
    skua::best_max<int, long> longest;  // the length, and the number that has it
    skua::finish([&] {
      for (long first = 1; first < limit; first += block) {
        skua::spawn(skua::any, [=] {  // any place may take this task
          for (long n = first; n < limit && n < first + block; ++n) longest.offer(chain_length(n), n);
        });
      }
    });
    auto const best = longest.get();
    if (!best) return 2;  // there is no number below the limit
    std::printf("%ld takes %d steps, says place %d of %d\n", best->payload, best->value, skua::here(), skua::places());
    return limit != 1'000'000 || best->payload == 837'799 ? 0 : 1;
  });
}
