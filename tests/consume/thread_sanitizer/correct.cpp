// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Outside programs without a race, in one: thread sanitizer must report nothing, on one place and
// on two. Every part hands plain memory from task to task by another construct of the library. The
// exit code is the number of the first part with a wrong answer.

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <skua/skua.hpp>

namespace {

long fib(int n) {
  if (n < 2) return n;
  long a = 0;
  long b = 0;
  skua::finish([&] {
    skua::spawn([&a, n] { a = fib(n - 1); });
    b = fib(n - 2);
  });
  return a + b;
}

bool scopes() { return fib(16) == 987; }

/// Each future owns a string that another task has made.
bool futures() {
  std::vector<skua::future<std::string>> words;
  for (int i = 0; i < 200; ++i) words.push_back(skua::async([i] { return std::string(40, 'a') + std::to_string(i); }));
  std::size_t letters = 0;
  for (auto& word : words) letters += word.get().size();
  auto start = skua::make_ready_future(1).share();
  std::vector<int> chain(1, 0);
  for (int i = 0; i < 50; ++i) {
    start = start
                .then([&chain](skua::shared_future<int> before) {
                  chain.push_back(before.get());
                  return before.get() + 1;
                })
                .share();
  }
  return letters == 200 * 40 + 10 + 180 + 300 && start.get() == 51 && chain.size() == 51;
}

bool mutexes() {
  skua::mutex lock;
  skua::condition_variable changed;
  std::map<int, int> counts;
  int ended = 0;
  skua::finish([&] {
    for (int t = 0; t < 32; ++t) {
      skua::spawn([&, t] {
        for (int i = 0; i < 20; ++i) {
          std::scoped_lock const guard(lock);
          ++counts[(t + i) % 7];
          if (i % 8 == 0) skua::yield();
        }
        std::scoped_lock const guard(lock);
        ++ended;
        changed.notify_all();
      });
    }
    std::unique_lock guard(lock);
    changed.wait(guard, [&] { return ended == 32; });
  });
  long total = 0;
  for (auto const& entry : counts) total += entry.second;
  return total == 32 * 20;
}

/// Neighbours read what the others wrote in the phase before.
bool phasers() {
  constexpr std::size_t members = 6;
  std::vector<long> values(members, 1);
  std::vector<long> next_values(members, 0);
  skua::finish([&] {
    skua::phaser ph(skua::phaser_mode::signal_wait);
    for (std::size_t p = 0; p < members; ++p) {
      skua::spawn(skua::phased(ph), [&, ph, p] {
        for (int step = 0; step < 10; ++step) {
          next_values[p] = values[(p + 1) % members] + values[(p + members - 1) % members];
          ph.next();
          if (p == 0) std::swap(values, next_values);
          ph.next();
        }
      });
    }
    ph.drop();
  });
  return std::all_of(values.begin(), values.end(), [](long v) { return v == 1024; });
}

/// May run at any place.
void visit(int depth, skua::count leaves, skua::vector_sum<long> levels) {
  levels[static_cast<std::size_t>(depth)] += 1;
  if (depth == 0) ++leaves;
  for (int i = 0; depth > 0 && i < 2; ++i) skua::spawn(skua::any, visit, depth - 1, leaves, levels);
}

bool reducers() {
  skua::count leaves;
  skua::vector_sum<long> levels(11);
  skua::finish([&] { visit(10, leaves, levels); });
  return leaves.get() == 1024 && levels.get()[3] == 128;
}

std::string reversed(std::string text) {
  std::reverse(text.begin(), text.end());
  return text;
}

bool places() {
  skua::place_local<std::vector<int>> visits;
  for (int i = 0; i < 40; ++i) {
    int const p = i % skua::places();
    if (skua::at(p, reversed, std::string("sanitizer of threads")) != "sdaerht fo rezitinas") return false;
    skua::at(p, [visits, i] { visits->push_back(i); });
    if (skua::async(skua::on(p), [visits] { return visits->back(); }).get() != i) return false;
  }
  try {
    skua::at(skua::places() - 1, [] { throw std::out_of_range("expected"); });
    return false;
  } catch (std::out_of_range const&) {
    return true;
  }
}

bool memory() {
  skua::shared_array<int> const numbers(1000);
  skua::shared_array<long> const counters(8, 0);
  skua::finish([&] { skua::for_async(numbers, [](std::size_t i, int& x) { x = static_cast<int>(i % 8); }); });
  skua::finish([&] {
    skua::for_async(numbers, [counters](std::size_t, int& x) {
      skua::global_atomic<long>(counters.pointer(static_cast<std::size_t>(x))).add(1);
    });
  });
  std::vector<int> copy(1000 - 700);
  skua::get(numbers.pointer(700), std::span<int>(copy).first(10)).get();
  return counters[5] == 125 && copy[1] == 701 % 8;
}

int body() {
  std::vector<std::function<bool()>> const parts = {scopes, futures, mutexes, phasers, reducers, places, memory};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i]()) return static_cast<int>(i) + 1;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) { return skua::run(argc, argv, body); }
