// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The recipes of docs/howto/seeing.md: how far a program is, and where its time goes.
#include <cstdint>
#include <cstdio>

#include <skua/progress.hpp>
#include <skua/skua.hpp>
#include <skua/trace.hpp>

#include "../support/recipes.hpp"

namespace {

long collatz_steps(long n) {
  long steps = 0;
  for (; n != 1; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  return steps;
}

bool progress_line() {
  skua::max<long> longest;
  skua::progress line("collatz", {.unit = "numbers", .total = 10'000});  // <skua/progress.hpp>
  auto const done = line.counter();                                      // captured by value, at any place
  skua::finish([=] {
    for (long n = 1; n <= 10'000; ++n) {
      skua::spawn([=] {
        longest += collatz_steps(n);
        ++done;
      });
    }
  });
  return longest.get() == 261 && done.get() == 10'000;
}

bool names() {
  skua::max<long> longest;
  skua::finish([=] {
    for (long first = 1; first <= 10'000; first += 100) {
      skua::spawn(skua::named("hundred"), [=] {
        skua::trace::span const slice("collatz");  // <skua/trace.hpp>: a part of the task
        for (long n = first; n < first + 100; ++n) longest += collatz_steps(n);
      });
    }
  });
  return longest.get() == 261;
}

bool statistics() {
  skua::finish([] { skua::for_async(skua::chunked(100), 10'000, [](std::int64_t i) { collatz_steps(i + 1); }); });
  skua::statistics const s = skua::stats();  // of this place; s.text() is a table
  std::printf("%llu steals moved %llu tasks\n", static_cast<unsigned long long>(s.total().steals),
              static_cast<unsigned long long>(s.total().stolen));
  return !s.workers.empty() && s.total().stolen >= s.total().steals;
}

}  // namespace

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    return run_recipes({{"show how far my program is", progress_line},
                        {"give tasks a name that reports show", names},
                        {"read the counters of the runtime", statistics}});
  });
}
