// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statistics: counters of rare events are always kept, the time breakdown per worker on request
// (SKUA_STATS=on does too).
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
    skua::statistics const s = skua::stats();  // a snapshot; the run goes on
    std::fputs(s.text().c_str(), stdout);

    skua::worker_statistics const all = s.total();
    double const parts = all.init + all.user + all.issue + all.execute + all.wait + all.idle + all.finalise + all.rest;
    std::printf("%llu steals brought %llu tasks; the breakdown covers %.3f s of the workers' time\n",
                static_cast<unsigned long long>(all.steals), static_cast<unsigned long long>(all.stolen), parts);
    double const life = s.seconds * static_cast<double>(s.workers.size());
    bool const right =
        leaves == 1'048'576 && !s.workers.empty() && all.stolen >= all.steals && parts > 0 && parts <= 1.1 * life + 0.1;
    return right ? 0 : 1;
  });
}
