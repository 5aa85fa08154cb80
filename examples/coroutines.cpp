// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Coroutines: a hundred thousand of them wait at once, each for a few hundred bytes.
#include <cstdio>
#include <vector>

#include <skua/coroutine.hpp>
#include <skua/promise.hpp>
#include <skua/run.hpp>
#include <skua/spawn.hpp>

skua::task<long> triple(long x) { co_return 3 * x; }

// Each link waits for the result of the next link; the program sets the last one.
skua::task<long> next_link(skua::future<long> next) { co_return 1 + co_await next; }

skua::task<int> program() {
  constexpr int length = 100'000;
  skua::promise<long> last;
  skua::future<long> chain = last.get_future();
  for (int i = 0; i < length; ++i) chain = skua::async(next_link, std::move(chain));
  last.set_value(co_await triple(7));
  long const value = co_await chain;

  // A coroutine waits for this scope without keeping a stack.
  std::vector<long> squares(10);
  co_await skua::finish([&squares]() -> skua::task<void> {
    for (std::size_t i = 0; i < squares.size(); ++i)
      skua::spawn([&squares, i] { squares[i] = static_cast<long>(i * i); });
    co_return;
  });
  std::printf("%ld links give %ld; 9 squared is %ld\n", static_cast<long>(length), value, squares[9]);
  co_return value == length + 21 && squares[9] == 81 ? 0 : 1;
}

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] { return skua::async(program).get(); });
}
