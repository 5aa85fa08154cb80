// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Batches of jobs that do almost nothing: the time is the cost of issuing and running them.

#include <chrono>
#include <skua/skua.hpp>
#include <vector>

#include "../skua/text.hpp"
#include "problem.hpp"

namespace apps::issue {
namespace {

using clock = std::chrono::steady_clock;

double nanoseconds(clock::time_point start, clock::time_point end, int jobs) {
  return std::chrono::duration<double, std::nano>(end - start).count() / jobs;
}

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
    clock::time_point issue_end;
    auto const start = clock::now();
    std::uint64_t const sum = batch([&] { issue_end = clock::now(); });
    auto const end = clock::now();
    result.is_right = result.is_right && sum == expected_sum(s, jobs);
    if (b < 0) continue;
    issue_times.push_back(nanoseconds(start, issue_end, jobs));
    total_times.push_back(nanoseconds(start, end, jobs));
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
