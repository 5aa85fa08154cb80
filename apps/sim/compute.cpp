// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compute.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>

namespace apps::sim {
namespace {

double rounds_per_second = 0;

/// Each round needs the result of the one before.
void rounds(std::uint64_t n) noexcept {
  std::uint64_t x = n;
  for (std::uint64_t i = 0; i < n; ++i) {
    x = x * 0x5851F42D4C957F2Du + 1;
    asm volatile("" : "+r"(x));
  }
}

}  // namespace

void measure_speed() {
  constexpr std::uint64_t sample_rounds = 200'000;
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 40; ++i) {  // another program may use the machine now and then
    auto const begin = std::chrono::steady_clock::now();
    rounds(sample_rounds);
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  rounds_per_second = static_cast<double>(sample_rounds) / best;
}

void compute(double seconds) noexcept { rounds(static_cast<std::uint64_t>(seconds * rounds_per_second + 0.5)); }

}  // namespace apps::sim
