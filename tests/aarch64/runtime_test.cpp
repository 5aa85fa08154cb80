// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The whole runtime on AArch64, under emulation: spawns, futures, blocking, exceptions, loops on
// two workers.
// sources: library
#include <skua/skua.hpp>

#include <cstdio>
#include <stdexcept>

namespace {

long fib_finish(int n) {
  if (n < 2) return n;
  long a = 0;
  long b = 0;
  skua::finish([&] {
    skua::spawn([&a, n] { a = fib_finish(n - 1); });
    b = fib_finish(n - 2);
  });
  return a + b;
}

long fib_async(int n) {
  if (n < 2) return n;
  auto a = skua::async([n] { return fib_async(n - 1); });
  long const b = fib_async(n - 2);
  return a.get() + b;
}

bool exception_arrives() {
  try {
    skua::finish([] { skua::spawn([] { throw std::runtime_error("far"); }); });
  } catch (std::runtime_error const&) {
    return true;
  }
  return false;
}

long hand_over(int rounds) {
  skua::event ping;
  skua::event pong;
  long n = 0;
  skua::finish([&] {
    skua::spawn([&] {
      for (int i = 0; i < rounds; ++i) {
        ping.wait();
        ping.reset();
        ++n;
        pong.set();
      }
    });
    for (int i = 0; i < rounds; ++i) {
      ping.set();
      pong.wait();
      pong.reset();
    }
  });
  return n;
}

}  // namespace

int main() {
  skua::runtime place{skua::options{.workers = 2}};
  bool good = true;
  auto expect = [&](bool holds, char const* condition) {
    if (!holds) std::printf("wrong: %s\n", condition);
    good = good && holds;
  };
  place.run([&] {
    expect(fib_finish(17) == 1597, "fib with finish");
    expect(fib_async(17) == 1597, "fib with async");
    expect(exception_arrives(), "exception");
    expect(hand_over(1000) == 1000, "events");
    skua::sum<long> total;
    skua::finish([total] { skua::for_async(10'000, [total](long i) mutable { total += i; }); });
    expect(total.get() == 49'995'000, "loop");
  });
  std::puts(good ? "ok" : "failed");
  return good ? 0 : 1;
}
