// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The recipes of docs/howto/memory.md: data that all places share. The tests run it at one place
// and at two.
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <skua/algorithm/shared_array.hpp>
#include <skua/skua.hpp>

#include "../support/recipes.hpp"

namespace {

bool array() {
  skua::shared_array<long> const squares(10'000);  // one block at each place, zeroed
  skua::finish([&] {
    skua::for_async(squares, [](std::size_t i, long& square) {  // each element at its own place
      square = static_cast<long>(i * i);
    });
  });
  long const last = squares[9'999];  // any element, from any place
  return last == 99'980'001;
}

bool algorithms() {
  skua::shared_array<double> const weights(50'000);  // <skua/algorithm/shared_array.hpp>
  skua::for_each(weights, [](std::size_t i, double& w) { w = static_cast<double>(i * 7919 % 50'000); });
  double const total = skua::reduce(skua::fixed_order, weights, 0.0);  // the same bits for any number of places
  skua::sort(weights);
  std::size_t const first = skua::find_if(weights, [](double w) { return w > 100; });  // an index
  return total == 1'249'975'000.0 && first == 101;
}

bool counters() {
  skua::shared_array<long> const histogram(10, 1);  // block size 1: bin b lies at place b % places()
  skua::finish([=] {
    for (int n = 0; n < 1000; ++n) {
      skua::spawn(skua::any,
                  [=] { skua::global_atomic<long>(histogram.pointer(static_cast<std::size_t>(n) % 10)).add(1); });
    }
  });  // the scope also waits for the additions
  long total = 0;
  for (std::size_t b = 0; b < 10; ++b) total += histogram[b];
  return total == 1000 && histogram[3] == 100;
}

bool keys() {
  skua::shared_map<std::string, long> const counts;  // the hash of a key says which place has it
  skua::finish([&] {
    for (std::string const word : {"skua", "tern", "skua"}) {
      counts.update(word, [](long& n) { ++n; });  // n is 0 at first; a message if another place has the key
    }
  });
  std::optional<long> const skuas = counts.get("skua");  // find("skua") returns a future of it
  return counts.size() == 2 && skuas == 2;
}

bool copy() {
  skua::shared_array<int> const distant(1000);
  skua::finish([&] { skua::for_async(distant, [](std::size_t i, int& x) { x = static_cast<int>(i); }); });
  long total = 0;
  std::size_t const size = distant.shape().size_at(skua::places() - 1);  // of the last place's block
  std::vector<int> block(size);                                          // outlives the scope
  skua::finish([&] {
    skua::future<void> const copied = skua::get(distant.pointer(1000 - size), std::span(block));
    // compute something else here
    skua::spawn(skua::after(copied), [&] { total = std::accumulate(block.begin(), block.end(), 0L); });
  });
  return total == static_cast<long>(size * (1000 - size) + size * (size - 1) / 2);
}

bool one_value() {
  skua::shared_var<long> const largest(0L);  // lies at place 0
  skua::finish([=] {
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), [=] { largest.atomic().max(100 + skua::here()); });
    }
  });
  long const value = largest.get();
  return value == 99 + skua::places();
}

bool steps() {
  skua::shared_array<long> const even(64), odd(64);  // the cells after an even number of steps, after an odd one
  even[0] = 1024;
  skua::run_spmd([=] {  // one task at each place
    for (int step = 0; step < 10; ++step) {
      auto const& from = step % 2 == 0 ? even : odd;
      auto const& to = step % 2 == 0 ? odd : even;
      to.for_each_local([&](std::size_t i, long& cell) { cell = (from[(i + 63) % 64] + from[(i + 1) % 64]) / 2; });
      skua::collective::barrier();
    }
  });
  return even[0] == 252;
}

}  // namespace

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    return run_recipes({{"share an array over places", array},
                        {"sort, sum or search an array of all places", algorithms},
                        {"count in a table that all places update", counters},
                        {"count or remember things by their keys", keys},
                        {"copy a block of another place while I compute", copy},
                        {"share one value between all places", one_value},
                        {"repeat steps over an array of all places", steps}});
  });
}
