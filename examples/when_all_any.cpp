// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many futures as one: when_all is ready when all are, when_any when one is. No task waits for
// them.
#include <chrono>
#include <cstdio>
#include <utility>
#include <vector>

#include <skua/skua.hpp>

using namespace std::chrono_literals;

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    // Futures of different types become a future of a tuple.
    auto results = skua::when_all(skua::async([] { return 6; }), skua::async([] { return 7.0; }));
    auto [six, seven] = results.get();
    double const product = six.get() * seven.get();

    // A range becomes a future of a vector; then() continues without waiting.
    std::vector<skua::future<int>> squares;
    for (int i = 1; i <= 100; ++i) squares.push_back(skua::async([i] { return i * i; }));
    int const sum = skua::when_all(squares.begin(), squares.end())
                        .then([](skua::future<std::vector<skua::future<int>>> ready) {
                          int s = 0;
                          for (auto& f : ready.get()) s += f.get();
                          return s;
                        })
                        .get();

    // The first of several: an answer, or a timeout.
    skua::promise<int> answer;
    auto late = skua::async([] { skua::sleep_for(5ms); });
    auto first = skua::when_any(answer.get_future(), std::move(late)).get();
    std::printf("product %.0f, sum %d, first: %s\n", product, sum, first.index == 1 ? "the timeout" : "the answer");
    answer.set_value(42);  // the answer can still be used
    int const value = std::get<0>(first.futures).get();
    return product == 42 && sum == 338'350 && first.index == 1 && value == 42 ? 0 : 1;
  });
}
