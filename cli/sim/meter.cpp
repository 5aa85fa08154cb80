// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "meter.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <skua/place.hpp>
#include <skua/sim.hpp>

namespace apps::sim {
namespace {

meter* active_meter = nullptr;
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

bool metered() noexcept { return active_meter != nullptr; }

void work(double seconds) {
  if (active_meter == nullptr) return compute(seconds);
  meter& m = *active_meter;
  auto const nanoseconds = static_cast<std::uint64_t>(std::llround(seconds * 1e9));
  double const end = skua::sim::now() + static_cast<double>(nanoseconds) * 1e-9;
  auto const worker_index =
      static_cast<std::size_t>(skua::here() * m.workers_ + std::min(skua::worker(), m.workers_ - 1));
  m.nanoseconds_ += nanoseconds;
  m.last_end_[worker_index] = std::max(m.last_end_[worker_index], end);
  skua::sim::work(seconds);
}

void work(double seconds, double& path) {
  work(seconds);
  path += seconds;
  if (active_meter == nullptr) return;
  active_meter->critical_path_ = std::max(active_meter->critical_path_, path);
}

meter::meter(int places, int workers)
    : workers_(workers), last_end_(static_cast<std::size_t>(places) * static_cast<std::size_t>(workers), -1.0) {
  active_meter = this;
}

meter::~meter() { active_meter = nullptr; }

double meter::first_idle(double start) const noexcept {
  return std::max(start, *std::min_element(last_end_.begin(), last_end_.end()));
}

double meter::last_end(double start) const noexcept {
  return std::max(start, *std::max_element(last_end_.begin(), last_end_.end()));
}

int meter::unused() const noexcept {
  return static_cast<int>(std::count_if(last_end_.begin(), last_end_.end(), [](double end) { return end < 0; }));
}

}  // namespace apps::sim
