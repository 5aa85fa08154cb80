// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Both kinds of round trips. The clock runs while a payload is on its way, not while it is checked.

#include <chrono>
#include <skua/skua.hpp>
#include <utility>

#include "../skua/table.hpp"
#include "problem.hpp"

namespace apps::pingpong {
namespace {

using clock = std::chrono::steady_clock;

double since(clock::time_point start) { return std::chrono::duration<double>(clock::now() - start).count(); }

payload echo(payload p) {
  count_hop(p);
  return p;
}

/// Where the chain of tasks ends.
struct goal {
  payload arrived;
};

/// One link: goes on at the other place until no hops are left.
struct hop {
  skua::place_local<goal> at_end;
  int from;
  int to;
  int left;

  void operator()(payload p) const {
    if (left == 0) {
      at_end->arrived = std::move(p);
      return;
    }
    count_hop(p);
    skua::spawn(skua::on(from), hop{at_end, to, from, left - 1}, std::move(p));
  }
};

double by_futures(std::size_t bytes, int rounds, int partner, bool& right) {
  std::vector<double> seconds;
  for (int i = -2; i < rounds; ++i) {
    payload const p = make_payload(bytes);
    auto const start = clock::now();
    payload const back = skua::async(skua::on(partner), echo, p).get();
    if (i >= 0) seconds.push_back(since(start));
    right = right && is_payload(back, bytes, 1);
  }
  return median(seconds);
}

double by_tasks(std::size_t bytes, int rounds, int partner, bool& right) {
  constexpr int parts = 10;
  int const hops = 2 * ((rounds + parts - 1) / parts);
  std::vector<double> seconds;
  for (int i = -1; i < parts; ++i) {
    skua::finish([&] {
      skua::place_local<goal> const at_end;
      payload p = make_payload(bytes);
      auto const start = clock::now();
      skua::finish([&] { skua::spawn(skua::on(partner), hop{at_end, skua::here(), partner, hops}, std::move(p)); });
      if (i >= 0) seconds.push_back(since(start) / ((hops + 1) / 2.0));
      payload const back = skua::at(hops % 2 == 0 ? partner : skua::here(), [at_end] { return at_end->arrived; });
      right = right && is_payload(back, bytes, static_cast<std::uint64_t>(hops));
    });
  }
  return median(seconds);
}

}  // namespace

trips measure(std::size_t bytes, int rounds, int partner) {
  trips found;
  found.future = by_futures(bytes, rounds, partner, found.right);
  found.task = by_tasks(bytes, rounds, partner, found.right);
  return found;
}

}  // namespace apps::pingpong
