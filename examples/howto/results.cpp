// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The recipes of docs/howto/results.md: values that many tasks contribute to.
#include <algorithm>
#include <chrono>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <skua/algorithm.hpp>
#include <skua/skua.hpp>

#include "../support/recipes.hpp"

using namespace std::chrono_literals;

namespace {

bool sum_over_tasks() {
  skua::sum<long> total;  // made outside the finish after which it is read
  skua::finish([=] {
    for (long i = 1; i <= 1000; ++i) skua::spawn([=] { total += i; });  // captured by value: a handle
  });
  long const result = total.get();
  return result == 500'500;
}

double speed(int car) { return 100 + car * 37 % 101; }

bool best_value() {
  skua::best_max<double, int> fastest;
  skua::finish([=] {
    for (int car = 0; car < 500; ++car) skua::spawn([=] { fastest.offer(speed(car), car); });
  });
  auto const best = fastest.get();  // empty if there was no offer
  return best && best->value == 200 && speed(best->payload) == 200;
}

struct append {
  static std::vector<int> identity() { return {}; }
  void operator()(std::vector<int>& list, std::vector<int> const& part) const {
    list.insert(list.end(), part.begin(), part.end());
  }
};

std::vector<int> multiples(int divisor, int limit) {
  skua::reducer<std::vector<int>, append> list;
  skua::finish([=] {
    for (int n = 1; n < limit; ++n) {
      skua::spawn([=] {
        if (n % divisor == 0) list += std::vector{n};
      });
    }
  });
  std::vector<int> result = list.get();
  std::sort(result.begin(), result.end());  // the order of tasks is not fixed
  return result;
}

bool collect_list() { return multiples(250, 1001) == std::vector{250, 500, 750, 1000}; }

bool stop_when_enough() {
  skua::count samples;
  skua::finish([=](skua::scope work) {
    skua::count fresh_samples;  // of this scope: only the scope's own reducer may call back
    fresh_samples.when([](std::uint64_t n) { return n >= 1000; }, [work] { work.cancel(); });
    for (int i = 0; i < skua::workers(); ++i) {
      skua::spawn([=] {
        while (!skua::cancelled()) {
          ++samples;
          ++fresh_samples;
        }
      });
    }
  });
  return samples.get() >= 1000;
}

std::string ask(std::string const& server, std::chrono::milliseconds delay) {
  skua::sleep_for(delay);
  return "answer of " + server;
}

bool first_of_several() {
  auto near = skua::async(ask, "near", 1ms);
  auto distant = skua::async(ask, "distant", 50ms);
  auto first = skua::when_any(std::move(near), std::move(distant)).get();
  std::string const answer = first.index == 0 ? std::get<0>(first.futures).get() : std::get<1>(first.futures).get();
  return answer == (first.index == 0 ? "answer of near" : "answer of distant");
}

bool same_digits() {
  std::vector<double> values(100'000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1.0 / static_cast<double>(i + 1);
  double const harmonic = skua::reduce(skua::fixed_order, values, 0.0);  // <skua/algorithm.hpp>
  return harmonic == skua::reduce(skua::fixed_order, values, 0.0) && harmonic > 12.0901 && harmonic < 12.0902;
}

}  // namespace

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    return run_recipes({{"sum over all tasks", sum_over_tasks},
                        {"find the best value and what it belongs to", best_value},
                        {"collect a list from all tasks", collect_list},
                        {"stop when there are enough results", stop_when_enough},
                        {"take the first of several answers", first_of_several},
                        {"get the same digits in every run", same_digits}});
  });
}
