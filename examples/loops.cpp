// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parallel loops over one, two and three dimensions. The enclosing scope waits for them; each index
// runs once.
#include <cstdio>
#include <vector>

#include <skua/skua.hpp>

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    constexpr std::int64_t n = 100'000;
    std::vector<double> a(n, 1.0);
    std::vector<double> b(n, 2.0);
    skua::finish([&] {  // split on demand: no task exists until an idle worker asks for part of the range
      skua::for_async(n, [&](std::int64_t i) { a[static_cast<std::size_t>(i)] += 3 * b[static_cast<std::size_t>(i)]; });
    });

    constexpr std::int64_t side = 200;
    std::vector<int> transposed(side * side);
    skua::finish([&] {  // tiles of 32 x 32, one task each
      skua::for_async(skua::chunked(32, 32), skua::range2({0, 0}, {side, side}), [&](std::int64_t i, std::int64_t j) {
        transposed[static_cast<std::size_t>(j * side + i)] = static_cast<int>(i * side + j);
      });
    });

    skua::sum<std::int64_t> volume;
    skua::finish([=] {  // tiles spawned by halving, so that a thief gets half of the loop
      skua::for_async(skua::recursive(4, 4, 4), skua::range3({-5, -5, -5}, {6, 6, 6}),
                      [=](std::int64_t x, std::int64_t y, std::int64_t z) {
                        if (x * x + y * y + z * z <= 25) volume += 1;
                      });
    });

    bool is_right = volume.get() == 515;
    for (double x : a) is_right = is_right && x == 7.0;
    is_right = is_right && transposed[1] == side && transposed[side] == 1;
    std::printf("%lld grid points lie in a ball of radius 5; the loops are %s\n", static_cast<long long>(volume.get()),
                is_right ? "right" : "wrong");
    return is_right ? 0 : 1;
  });
}
