// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rounds over several places in a ring. In each round every place sends a third of its load to each
// neighbour; finish(place_set, body) ends a round when all parts have arrived everywhere.
#include <atomic>
#include <cstdio>
#include <cstdlib>

#include <skua/collective.hpp>
#include <skua/skua.hpp>

namespace {

using load = skua::place_local<std::atomic<long>>;

constexpr long load_of_a_place = 1'000'000;

/// Runs at every place. Returns this place's load after the rounds.
long even_out(load mine) {
  int const places = skua::places();
  skua::place_set const everywhere = skua::place_set::all();
  for (int round = 0; round < 10 + places * places; ++round) {
    skua::finish(everywhere, [&] {
      long const part = mine->load() / 3;
      for (int const step : {1, places - 1}) {
        *mine -= part;
        skua::spawn(skua::on((skua::here() + step) % places), [mine, part] { *mine += part; });
      }
    });
  }
  return mine->load();
}

int body() {
  load mine(0L);
  *mine = load_of_a_place * skua::places();  // at first all of it lies at place 0
  bool is_right = true;
  skua::place_local<long> results(0L);
  skua::run_spmd([mine, results] { *results = even_out(mine); });
  long sum = 0;
  for (int p = 0; p < skua::places(); ++p) {
    long const there = skua::at(p, [results] { return *results; });
    std::printf("place %d: %ld\n", p, there);
    sum += there;
    is_right = is_right && std::labs(there - load_of_a_place) < load_of_a_place / 10;
  }
  return is_right && sum == load_of_a_place * skua::places() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] { return body(); });
}
