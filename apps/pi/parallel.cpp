// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A loop as a tree of tasks that may run at any place: each gives half of its strips away until few
// are left, so that what is stolen first is large. The strips of a task are added up before they
// meet the common sum: one costs about a nanosecond, and so does an addition to a reducer.

#include <skua/finish.hpp>
#include <skua/reducer.hpp>
#include <skua/spawn.hpp>
#include <type_traits>

#include "problem.hpp"

namespace apps::pi {
namespace {

/// The strips first to end - 1. Trivially copyable: it travels as it is.
struct integrate {
  std::int64_t first;
  std::int64_t end;
  double width;
  skua::sum<double> total;

  void operator()() const {
    auto mine = *this;
    while (mine.end - mine.first > strips_per_task) {
      std::int64_t const middle = mine.first + (mine.end - mine.first) / 2;
      skua::spawn(skua::any, integrate{middle, mine.end, width, total});
      mine.end = middle;
    }
    double part = 0;
    for (std::int64_t i = mine.first; i < mine.end; ++i) part += height(i, width);
    total += part;
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
