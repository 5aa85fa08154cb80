// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rounds that need much of one thing: blocked tasks, timers, futures, or bytes in one message.
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <skua/skua.hpp>

#include "soak/work.hpp"

namespace soak {
namespace {

std::string expect_count(char const* quantity, long actual, long expected) {
  if (actual == expected) return {};
  return std::string(quantity) + ": " + std::to_string(actual) + ", not " + std::to_string(expected);
}

}  // namespace

std::string blocked_round(std::uint64_t) {
  constexpr long tasks = 262'000;  // a place can have 262,144 fibres
  skua::event go;
  std::atomic<long> started{0};
  skua::sum<long> ran;
  skua::finish([&] {
    for (long i = 0; i < tasks; ++i) {
      skua::spawn([&go, &started, ran] {
        ++started;
        go.wait();
        ran += 1;
      });
    }
    while (started < tasks) skua::yield();
    go.set();
  });
  return expect_count("tasks that went on", ran.get(), tasks);
}

std::string timers_round(std::uint64_t seed) {
  constexpr long tasks = 10'000, timers_of_task = 100;
  skua::sum<long> expired;
  skua::finish([&] {
    for (long i = 0; i < tasks; ++i) {
      skua::spawn([expired, seed, i] {
        skua::event never;
        for (long k = 0; k < timers_of_task; ++k) {
          std::chrono::microseconds const time((static_cast<long>(seed % 1000) + 7 * i + 13 * k) % 2000);
          if (k % 2 == 0) {
            skua::sleep_for(time);
            expired += 1;
          } else {
            expired += never.wait_for(time) ? 0 : 1;
          }
        }
      });
    }
  });
  return expect_count("timers that expired", expired.get(), tasks * timers_of_task);
}

std::string futures_round(std::uint64_t seed) {
  constexpr long count = 5'000'000;
  long const first = static_cast<long>(seed % 1000);
  std::vector<skua::future<long>> futures;
  futures.reserve(count);
  for (long i = 0; i < count; ++i) futures.push_back(skua::async([](long x) { return x; }, first + i));
  long sum = 0;
  for (auto& f : futures) sum += f.get();
  return expect_count("the sum of all futures", sum, count * first + count * (count - 1) / 2);
}

std::string vectors_round(std::uint64_t seed) {
  constexpr std::size_t words = (std::size_t{3} << 30) / sizeof(std::uint64_t);
  auto const word = [seed](std::size_t i) { return (i + seed) * 0x9e3779b97f4a7c15u; };
  std::vector<std::uint64_t> numbers(words);
  for (std::size_t i = 0; i < words; ++i) numbers[i] = word(i);
  auto const back = skua::at(skua::places() - 1, [](std::vector<std::uint64_t> v) { return v; }, std::move(numbers));
  if (back.size() != words) return expect_count("words of a vector", static_cast<long>(back.size()), words);
  for (std::size_t i = 0; i < words; ++i) {
    if (back[i] != word(i)) return "word " + std::to_string(i) + " of a vector has changed";
  }
  return {};
}

}  // namespace soak
