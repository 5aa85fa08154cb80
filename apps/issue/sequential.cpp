// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The shapes of the arguments, and the cost of the same jobs without the library.

#include <algorithm>
#include <chrono>
#include <future>

#include "../skua/text.hpp"
#include "problem.hpp"

namespace apps::issue {
namespace {

using clock = std::chrono::steady_clock;

template <typename... Arguments>
[[gnu::noinline]] std::uint64_t job(Arguments... arguments) {
  asm volatile("");  // otherwise the compiler may make a call without arguments only once
  return (std::uint64_t{1} + ... + value_of(arguments));
}

template <typename Run>
cost batches_of(shape const& s, int jobs, int batches, Run&& run) {
  cost result;
  std::vector<double> times;
  for (int b = -1; b < batches; ++b) {
    auto const start = clock::now();
    std::uint64_t const sum = run();
    double const ns = std::chrono::duration<double, std::nano>(clock::now() - start).count() / jobs;
    result.is_right = result.is_right && sum == expected_sum(s, jobs);
    if (b >= 0) times.push_back(ns);
  }
  result.total = median(times);
  return result;
}

}  // namespace

std::vector<shape> all_shapes() {
  std::vector<shape> shapes;
  for (int const a : {0, 1, 2, 4, max_arguments})
    shapes.push_back({a, static_cast<std::size_t>(a) * sizeof(std::uint64_t), false});
  constexpr std::size_t factor = 8;
  for (std::size_t bytes = sizeof(std::uint64_t); bytes < largest_vector; bytes *= factor)
    shapes.push_back({1, bytes, true});
  shapes.push_back({1, largest_vector, true});
  return shapes;
}

int jobs_of(shape const& s, int jobs) noexcept {
  constexpr std::size_t bytes_at_once = std::size_t{4} << 20;  // bytes
  return std::min(jobs, static_cast<int>(bytes_at_once / std::max<std::size_t>(s.bytes, 1)));
}

std::vector<std::uint64_t> make_vector(std::size_t bytes) {
  std::vector<std::uint64_t> v(bytes / sizeof(std::uint64_t));
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = number(1, i);
  return v;
}

std::uint64_t expected_sum(shape const& s, int jobs) noexcept {
  std::uint64_t sum = 0;
  for (int i = 0; i < jobs; ++i) {
    ++sum;
    if (s.vector) {
      sum += number(1, 0) + number(1, s.bytes / sizeof(std::uint64_t) - 1);
      continue;
    }
    for (int a = 0; a < s.arguments; ++a) sum += number(static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(a));
  }
  return sum;
}

cost measure_call(shape const& s, int jobs, int batches) {
  return with_arguments(s, [&](auto const& arguments) {
    return batches_of(s, jobs, batches, [&] {
      std::uint64_t sum = 0;
      for (int i = 0; i < jobs; ++i)
        arguments(static_cast<std::uint64_t>(i), [&](auto const&... a) { sum += job(a...); });
      return sum;
    });
  });
}

cost measure_std_async(shape const& s, int jobs, int batches) {
  return with_arguments(s, [&](auto const& arguments) {
    return batches_of(s, jobs, batches, [&] {
      std::uint64_t sum = 0;
      for (int i = 0; i < jobs; ++i) {
        arguments(static_cast<std::uint64_t>(i), [&](auto const&... a) {
          sum += std::async(std::launch::async, [](auto const&... x) { return job(x...); }, a...).get();
        });
      }
      return sum;
    });
  });
}

}  // namespace apps::issue
