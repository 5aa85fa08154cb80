// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A loop as a tree of tasks that may run at any place. Each task gives half of its strips away
// until few are left, so thieves steal large parts first. A task adds up its strips before it adds
// to the common sum: a strip costs about a nanosecond, and so does an addition to a reducer.

#include <skua/finish.hpp>
#include <skua/reducer.hpp>
#include <skua/spawn.hpp>
#include <type_traits>

#include "problem.hpp"

namespace apps::pi {
namespace {

/// The strips first to end - 1. Trivially copyable: sent without encoding.
struct integrate {
  std::int64_t first;
  std::int64_t end;
  double width;
  skua::sum<double> total;

  void operator()() const {
    auto range = *this;
    while (range.end - range.first > strips_per_task) {
      std::int64_t const middle = range.first + (range.end - range.first) / 2;
      skua::spawn(skua::any, integrate{middle, range.end, width, total});
      range.end = middle;
    }
    double partial_sum = 0;
    for (std::int64_t i = range.first; i < range.end; ++i) partial_sum += height(i, width);
    total += partial_sum;
  }
};

static_assert(std::is_trivially_copyable_v<integrate> && sizeof(integrate) <= 48);

}  // namespace

double integrate_parallel(std::int64_t n) {
  double const width = 1.0 / static_cast<double>(n);
  skua::sum<double> const total;
  skua::finish([&] { skua::spawn(skua::any, integrate{0, n, width, total}); });
  return total.get() * width;
}

}  // namespace apps::pi
