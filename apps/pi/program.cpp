// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The loop as a sequential program, and as a tree of tasks.

#include <cmath>
#include <skua/finish.hpp>
#include <skua/progress.hpp>
#include <skua/reducer.hpp>
#include <skua/spawn.hpp>
#include <type_traits>

#include "../common/app.hpp"
#include "problem.hpp"

namespace apps::pi {

// Rounding errors of a long sum behave like a random walk; the tolerance is four standard
// deviations.
double tolerance(std::int64_t n) noexcept {
  auto const strips = static_cast<double>(n);
  return 1e-12 + 4 * 4.5e-16 * std::sqrt(strips) + 0.03 / std::pow(strips, 6);
}

double integrate_sequential(std::int64_t n) {
  double const width = 1.0 / static_cast<double>(n);
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) sum += height(i, width);
  return sum * width;
}

namespace {

/// The strips first to end - 1. The task may run at any place. It gives half of its strips away
/// until few are left, so thieves steal large parts first. It adds up its strips before it adds to
/// the common sum: a strip costs about a nanosecond, and so does an addition to a reducer.
/// Trivially copyable: sent without encoding.
struct integrate {
  std::int64_t first;
  std::int64_t end;
  double width;
  skua::sum<double> total;
  skua::count done;  // strips

  void operator()() const {
    auto range = *this;
    while (range.end - range.first > strips_per_task) {
      std::int64_t const middle = range.first + (range.end - range.first) / 2;
      skua::spawn(skua::any, integrate{middle, range.end, width, total, done});
      range.end = middle;
    }
    double partial_sum = 0;
    for (std::int64_t i = range.first; i < range.end; ++i) partial_sum += height(i, width);
    total += partial_sum;
    done += static_cast<std::uint64_t>(range.end - range.first);
  }
};

static_assert(std::is_trivially_copyable_v<integrate> && sizeof(integrate) <= 48);

}  // namespace

double integrate_parallel(std::int64_t n, common_options const& options) {
  double const width = 1.0 / static_cast<double>(n);
  skua::sum<double> const total;
  skua::progress const live("pi", options.progress("strips", static_cast<std::uint64_t>(n)));
  skua::finish([&] { skua::spawn(skua::any, integrate{0, n, width, total, live.counter()}); });
  return total.get() * width;
}

}  // namespace apps::pi
