// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Batches of jobs that do next to nothing: what is left is the cost of issuing and of running them.

#include <chrono>
#include <skua/skua.hpp>
#include <vector>

#include "../skua/table.hpp"
#include "problem.hpp"

namespace apps::issue {
namespace {

using clock = std::chrono::steady_clock;

double nanoseconds(clock::time_point from, clock::time_point to, int jobs) {
  return std::chrono::duration<double, std::nano>(to - from).count() / jobs;
}

/// The job of spawn: its result is added up, so that each is known to have run with its own
/// arguments.
struct add_up {
  skua::sum<std::uint64_t> total;
  template <typename... Arguments>
  void operator()(Arguments const&... arguments) const {
    total += (std::uint64_t{1} + ... + value_of(arguments));
  }
};

/// The job of async.
struct give_back {
  template <typename... Arguments>
  std::uint64_t operator()(Arguments const&... arguments) const {
    return (std::uint64_t{1} + ... + value_of(arguments));
  }
};

/// The medians of batches; batch(stamp) issues and calls stamp() when all is issued, and returns
/// the sum when all have run.
template <typename Batch>
cost medians(shape const& s, int jobs, int batches, Batch&& batch) {
  cost found;
  std::vector<double> issue;
  std::vector<double> whole;
  for (int b = -1; b < batches; ++b) {
    clock::time_point issued;
    auto const start = clock::now();
    std::uint64_t const sum = batch([&] { issued = clock::now(); });
    auto const end = clock::now();
    found.right = found.right && sum == expected_sum(s, jobs);
    if (b < 0) continue;
    issue.push_back(nanoseconds(start, issued, jobs));
    whole.push_back(nanoseconds(start, end, jobs));
  }
  found.issue = median(issue);
  found.whole = median(whole);
  return found;
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
            results.push_back(skua::async(give_back(), a...));
          else
            results.push_back(skua::async(skua::on(place), give_back(), a...));
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
