// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Algorithms over an array with elements at all places: one task calls them, each place works on
// its own elements with all its workers.
#include <cstdio>
#include <stdexcept>

#include <skua/algorithm/shared_array.hpp>
#include <skua/skua.hpp>

struct reading {
  int sensor;
  double value;
};

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    std::size_t const n = 100'000;
    skua::shared_array<reading> const readings(n);
    skua::for_each(readings, [](std::size_t i, reading& r) {
      r = {static_cast<int>(i * 7919 % n), static_cast<double>(i % 100) / 4};
    });

    // the same bits for any number of places and workers
    auto const value_of = [](reading const& r) { return r.value; };
    double const total = skua::transform_reduce(skua::fixed_order, readings, 0.0, std::plus<>(), value_of);

    skua::sort(readings, [](reading const& a, reading const& b) { return a.sensor < b.sensor; });
    std::size_t const high = skua::find_if(readings, [](reading const& r) { return r.value > 24; });

    skua::shared_array<double> const sums(n);  // lies as `readings`, so no element travels
    skua::transform(readings, sums, value_of);
    skua::inclusive_scan(sums, sums);
    double const last_sum = sums[n - 1];
    std::printf("%zu readings, %.0f in all; the first high one is that of sensor %zu\n", n, total, high);

    bool const is_sorted = readings[4711].get().sensor == 4711;
    bool is_right = is_sorted && high < n && total == 1'237'500.0 && last_sum == total;
    try {  // an exception of an element, at any place, ends the call and arrives here
      skua::for_each(readings, [](reading const& r) {
        if (r.sensor == 99'999) throw std::runtime_error("sensor 99999 is broken");
      });
      is_right = false;
    } catch (std::runtime_error const&) {
    }
    return is_right ? 0 : 1;
  });
}
