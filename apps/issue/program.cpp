// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The shapes of the arguments, and the cost of jobs without the library and with it.

#include <algorithm>
#include <future>
#include <skua/skua.hpp>
#include <vector>

#include "../common/stopwatch.hpp"
#include "../common/text.hpp"
#include "problem.hpp"

namespace apps::issue {

namespace {

/// For each job.
double nanoseconds(stopwatch const& watch, int jobs) { return watch.seconds() * 1e9 / jobs; }

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
    stopwatch const watch;
    std::uint64_t const sum = run();
    double const ns = nanoseconds(watch, jobs);
    result.is_right = result.is_right && sum == expected_sum(s, jobs);
    if (b >= 0) times.push_back(ns);
  }
  result.total = median(times);
  return result;
}

}  // namespace

std::vector<shape> default_shapes() {
  std::vector<shape> shapes;
  for (int const a : {0, 1, 2, 4, max_numbers}) shapes.push_back({a, static_cast<std::size_t>(a), false});
  for (int const a : {1, 2, 4, max_numbers}) shapes.push_back({a, static_cast<std::size_t>(a), true});
  for (std::size_t const elements : {8, 64, 512, 4096, 8192}) shapes.push_back({1, elements, true});
  return shapes;
}

int jobs_of(shape const& s, int jobs) noexcept {
  constexpr std::size_t bytes_at_once = std::size_t{4} << 20;
  return std::clamp(static_cast<int>(bytes_at_once / std::max<std::size_t>(s.bytes(), 1)), 1, jobs);
}

std::vector<std::uint64_t> make_vector(std::size_t length) {
  std::vector<std::uint64_t> v(length);
  for (std::size_t i = 0; i < length; ++i) v[i] = number(1, i);
  return v;
}

std::uint64_t expected_sum(shape const& s, int jobs) noexcept {
  std::uint64_t sum = 0;
  for (int i = 0; i < jobs; ++i) {
    ++sum;
    for (int a = 0; a < s.arguments; ++a)
      sum += s.vectors ? number(1, 0) + number(1, s.length(a) - 1)
                       : number(static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(a));
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

// Batches of jobs that do almost nothing: the time is the cost of issuing and running them.
namespace {

/// The job of spawn. It adds its result to a sum, which shows that each job ran with its own
/// arguments.
struct add_up {
  skua::sum<std::uint64_t> total;
  template <typename... Arguments>
  void operator()(Arguments const&... arguments) const {
    total += (std::uint64_t{1} + ... + value_of(arguments));
  }
};

/// The job of async.
struct return_sum {
  template <typename... Arguments>
  std::uint64_t operator()(Arguments const&... arguments) const {
    return (std::uint64_t{1} + ... + value_of(arguments));
  }
};

/// The medians of batches. batch(stamp) issues the jobs, calls stamp() when all are issued, and
/// returns the sum when all have run.
template <typename Batch>
cost medians(shape const& s, int jobs, int batches, Batch&& batch) {
  cost result;
  std::vector<double> issue_times;
  std::vector<double> total_times;
  for (int b = -1; b < batches; ++b) {
    double issue_time = 0;
    stopwatch const watch;
    std::uint64_t const sum = batch([&] { issue_time = nanoseconds(watch, jobs); });
    double const total_time = nanoseconds(watch, jobs);
    result.is_right = result.is_right && sum == expected_sum(s, jobs);
    if (b < 0) continue;
    issue_times.push_back(issue_time);
    total_times.push_back(total_time);
  }
  result.issue = median(issue_times);
  result.total = median(total_times);
  return result;
}

}  // namespace

cost measure_spawn(shape const& s, int jobs, int batches, int place) {
  return with_arguments(s, [&](auto const& arguments) {
    return medians(s, jobs, batches, [&](auto&& stamp) {
      skua::sum<std::uint64_t> const total;
      skua::finish([&] {
        for (int i = 0; i < jobs; ++i) {
          arguments(static_cast<std::uint64_t>(i), [&](auto const&... a) {
            if (place == skua::here())
              skua::spawn(add_up{total}, a...);
            else
              skua::spawn(skua::on(place), add_up{total}, a...);
          });
        }
        stamp();
      });
      return total.get();
    });
  });
}

cost measure_async(shape const& s, int jobs, int batches, int place) {
  return with_arguments(s, [&](auto const& arguments) {
    return medians(s, jobs, batches, [&](auto&& stamp) {
      std::vector<skua::future<std::uint64_t>> results;
      results.reserve(static_cast<std::size_t>(jobs));
      for (int i = 0; i < jobs; ++i) {
        arguments(static_cast<std::uint64_t>(i), [&](auto const&... a) {
          if (place == skua::here())
            results.push_back(skua::async(return_sum(), a...));
          else
            results.push_back(skua::async(skua::on(place), return_sum(), a...));
        });
      }
      stamp();
      std::uint64_t sum = 0;
      for (std::size_t i = results.size(); i-- > 0;) sum += results[i].get();
      return sum;
    });
  });
}

}  // namespace apps::issue
