// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/tick_clock.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <algorithm>

namespace skua::system {
namespace {

constexpr std::uint64_t first_interval_ns = 200'000;
constexpr int readings_of_a_sample = 5;
constexpr std::size_t max_samples = 1024;

}  // namespace

bool has_constant_counter() noexcept {
#if defined(__x86_64__)
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  constexpr unsigned invariant_counter = 1u << 8;
  return __get_cpuid(0x80000007u, &eax, &ebx, &ecx, &edx) != 0 && (edx & invariant_counter) != 0;
#elif defined(__aarch64__)
  return true;
#else
  return false;
#endif
}

/// The best of several readings: the one with the least time between its two ticks.
tick_converter::pair tick_converter::read_both() noexcept {
  pair best{0, 0};
  std::uint64_t shortest = ~std::uint64_t{0};
  for (int i = 0; i < readings_of_a_sample; ++i) {
    std::uint64_t const before = read_counter();
    std::uint64_t const ns = monotonic_ns();
    std::uint64_t const between = read_counter() - before;
    if (between >= shortest) continue;
    shortest = between;
    best = {before + between / 2, ns};
  }
  return best;
}

tick_converter::tick_converter(bool counter) : counter_(counter) {
  if (!counter_) return;
  samples_.push_back(read_both());
  while (monotonic_ns() - samples_.front().ns < first_interval_ns) {
  }
  sample();
  ticks_per_ns_ = static_cast<double>(samples_.back().tick - samples_.front().tick) /
                  static_cast<double>(samples_.back().ns - samples_.front().ns);
}

void tick_converter::sample() noexcept {
  if (!counter_) return;
  pair const now = read_both();
  if (now.tick <= samples_.back().tick) return;
  if (samples_.size() == max_samples) {  // half as many; the first one stays
    std::size_t count = 1;
    for (std::size_t i = 2; i < samples_.size(); i += 2) samples_[count++] = samples_[i];
    samples_.resize(count);
  }
  samples_.push_back(now);
}

std::uint64_t tick_converter::to_ns(std::uint64_t tick) const noexcept {
  if (!counter_) return tick;
  auto after = std::upper_bound(samples_.begin(), samples_.end(), tick,
                                [](std::uint64_t value, pair const& sample) { return value < sample.tick; });
  if (after == samples_.begin()) ++after;
  if (after == samples_.end()) --after;
  pair const& low = *(after - 1);
  pair const& high = *after;
  double const slope = static_cast<double>(high.ns - low.ns) / static_cast<double>(high.tick - low.tick);
  double const since = static_cast<double>(static_cast<std::int64_t>(tick - low.tick));
  return low.ns + static_cast<std::uint64_t>(static_cast<std::int64_t>(since * slope));
}

std::uint64_t tick_converter::ticks_in(std::uint64_t ns) const noexcept {
  return static_cast<std::uint64_t>(static_cast<double>(ns) * ticks_per_ns_);
}

}  // namespace skua::system
