// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Both kinds of round trips. The clock runs while a payload is on its way, not while it is checked.

#include <chrono>
#include <skua/skua.hpp>
#include <utility>

#include "../skua/text.hpp"
#include "problem.hpp"

namespace apps::pingpong {
namespace {

using clock = std::chrono::steady_clock;

double seconds_since(clock::time_point start) { return std::chrono::duration<double>(clock::now() - start).count(); }

payload echo(payload p) {
  count_hop(p);
  return p;
}

/// The end of the chain of tasks.
struct goal {
  payload last_payload;
};

/// One link: continues at the other place until no hops are left.
struct hop {
  skua::place_local<goal> chain_end;
  int next_place;
  int current_place;
  int hops_left;

  void operator()(payload p) const {
    if (hops_left == 0) {
      chain_end->last_payload = std::move(p);
      return;
    }
    count_hop(p);
    skua::spawn(skua::on(next_place), hop{chain_end, current_place, next_place, hops_left - 1}, std::move(p));
  }
};

double by_futures(std::size_t bytes, int rounds, int partner, bool& is_right) {
  std::vector<double> seconds;
  for (int i = -2; i < rounds; ++i) {
    payload const p = make_payload(bytes);
    auto const start = clock::now();
    payload const echoed = skua::async(skua::on(partner), echo, p).get();
    if (i >= 0) seconds.push_back(seconds_since(start));
    is_right = is_right && is_payload(echoed, bytes, 1);
  }
  return median(seconds);
}

double by_tasks(std::size_t bytes, int rounds, int partner, bool& is_right) {
  constexpr int parts = 10;
  int const hops = 2 * ((rounds + parts - 1) / parts);
  std::vector<double> seconds;
  for (int i = -1; i < parts; ++i) {
    skua::finish([&] {
      skua::place_local<goal> const chain_end;
      payload p = make_payload(bytes);
      auto const start = clock::now();
      skua::finish([&] { skua::spawn(skua::on(partner), hop{chain_end, skua::here(), partner, hops}, std::move(p)); });
      if (i >= 0) seconds.push_back(seconds_since(start) / ((hops + 1) / 2.0));
      payload const echoed =
          skua::at(hops % 2 == 0 ? partner : skua::here(), [chain_end] { return chain_end->last_payload; });
      is_right = is_right && is_payload(echoed, bytes, static_cast<std::uint64_t>(hops));
    });
  }
  return median(seconds);
}

}  // namespace

trips measure(std::size_t bytes, int rounds, int partner) {
  trips result;
  result.future = by_futures(bytes, rounds, partner, result.is_right);
  result.task = by_tasks(bytes, rounds, partner, result.is_right);
  return result;
}

}  // namespace apps::pingpong
