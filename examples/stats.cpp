// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statistics: Skua always counts rare events. The time breakdown per worker must be requested, here
// or with SKUA_STATS=on.
#include <cmath>
#include <cstdio>

#include <skua/skua.hpp>

long tree(int depth) {
  if (depth == 0) return 1;
  auto const [a, b] = skua::invoke([depth] { return tree(depth - 1); }, [depth] { return tree(depth - 1); });
  return a + b;
}

int main() {
  skua::options o;
  o.workers = 2;
  o.stats = skua::stats_level::on;
  return skua::run(o, [] {
    long const leaves = tree(20);
    skua::statistics const s = skua::stats();  // a snapshot; the run continues
    std::fputs(s.text().c_str(), stdout);

    skua::worker_statistics const total = s.total();
    double const breakdown =
        total.init + total.user + total.issue + total.execute + total.wait + total.idle + total.finalise + total.rest;
    std::printf("%llu steals brought %llu tasks; the breakdown covers %.3f s of the workers' time\n",
                static_cast<unsigned long long>(total.steals), static_cast<unsigned long long>(total.stolen),
                breakdown);
    double const worker_seconds = s.seconds * static_cast<double>(s.workers.size());
    bool const is_right = leaves == 1'048'576 && !s.workers.empty() && total.stolen >= total.steals && breakdown > 0 &&
                          breakdown <= 1.1 * worker_seconds + 0.1;
    return is_right ? 0 : 1;
  });
}
