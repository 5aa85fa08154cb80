// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Futures: results of tasks, continuations, and waiting for the first or for all of several.
#include <cstdio>
#include <vector>

#include <skua/future.hpp>
#include <skua/run.hpp>
#include <skua/spawn.hpp>
#include <skua/when.hpp>

long fib(int n) {
  if (n < 2) return n;
  auto a = skua::async([n] { return fib(n - 1); });  // an idle worker steals it; otherwise get() runs it
  long const b = fib(n - 2);
  return a.get() + b;
}

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    std::printf("fib(25) = %ld\n", fib(25));

    // then: the continuation is a task that needs no stack until its future is ready.
    auto text = skua::async([] { return 6; }).then([](skua::future<int> f) { return f.get() * 7; });
    int const answer = text.get();

    std::vector<skua::future<long>> squares;
    for (long i = 1; i <= 10; ++i) squares.push_back(skua::async([i] { return i * i; }));
    auto sum = skua::when_all(squares.begin(), squares.end()).then([](auto squares_ready) {
      long s = 0;
      for (auto& f : squares_ready.get()) s += f.get();
      return s;
    });

    auto first = skua::when_any(skua::async([] { return fib(20); }), skua::make_ready_future(1)).get();
    bool const is_right = answer == 42 && sum.get() == 385 && first.index < 2;
    std::printf("answer %d, future %zu was first, everything is %s\n", answer, first.index,
                is_right ? "right" : "wrong");
    return is_right ? 0 : 1;
  });
}
