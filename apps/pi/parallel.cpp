// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// An on-demand loop over runs of strips. One addition to the reducer per strip would be correct too; but a strip costs about
// a nanosecond, and so does an addition.

#include <algorithm>
#include <skua/skua.hpp>

#include "problem.hpp"

namespace apps::pi {

double integrate_parallel(std::int64_t n) {
  double const width = 1.0 / static_cast<double>(n);
  skua::sum<double> total;
  skua::finish([&] {
    skua::for_async((n + strips_per_addition - 1) / strips_per_addition, [=](std::int64_t run) mutable {
      std::int64_t const first = run * strips_per_addition;
      std::int64_t const end = std::min(n, first + strips_per_addition);
      double part = 0;
      for (std::int64_t i = first; i < end; ++i) part += height(i, width);
      total += part;
    });
  });
  return total.get() * width;
}

}  // namespace apps::pi
