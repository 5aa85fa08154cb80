// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A phaser: neighbours on a rod exchange heat step by step. An accumulator reports the largest
// change, and the loop ends when it is small.
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#include <skua/skua.hpp>

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    constexpr std::size_t parts = 8, cells_per_part = 4, n = parts * cells_per_part;
    std::vector<double> temperature(n + 2, 0.0), next_temperature(n + 2, 0.0);
    temperature.back() = next_temperature.back() = 1.0;  // one end is hot, the other cold
    int steps = 0;
    skua::finish([&] {
      skua::phaser ph(skua::phaser_mode::signal_wait);
      skua::phaser_accumulator<double, skua::max_operation<double>> change(ph);
      for (std::size_t p = 0; p < parts; ++p) {
        skua::spawn(skua::phased(ph), [&, ph, change, p] {
          for (double largest = 1; largest > 1e-9;) {
            for (std::size_t i = p * cells_per_part + 1; i <= (p + 1) * cells_per_part; ++i) {
              next_temperature[i] = (temperature[i - 1] + temperature[i + 1]) / 2;
              change.send(std::abs(next_temperature[i] - temperature[i]));
            }
            ph.next();
            largest = change.result();
            if (p == 0) {
              std::swap(temperature, next_temperature);
              ++steps;
            }
            ph.next();
          }
        });
      }
      ph.drop();
    });
    std::printf("steady after %d steps, the middle has %.4f\n", steps, temperature[n / 2]);
    return std::abs(temperature[n / 2] - (n / 2) / (n + 1.0)) < 1e-4 ? 0 : 1;
  });
}
