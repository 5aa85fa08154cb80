// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "steal/load_estimates.hpp"

#include <cmath>

namespace skua::steal {
namespace {

constexpr double min_half_life = 20e3, max_half_life = 100e6;  // nanoseconds

}  // namespace

load_estimate& load_estimates::of(int place) {
  auto const position =
      std::find_if(entries_.begin(), entries_.end(), [place](load_estimate const& b) { return b.place == place; });
  if (position != entries_.end()) return *position;
  if (entries_.size() < max_entries) return entries_.emplace_back(load_estimate{place});
  auto const less = [this](load_estimate const& a, load_estimate const& b) {
    double const x = worth(a);
    double const y = worth(b);
    return x != y ? x < y : a.when < b.when;
  };
  return *std::min_element(entries_.begin(), entries_.end(), less) = load_estimate{place};
}

void load_estimates::record_load(load_estimate& b, double tasks) noexcept {
  b.tasks = static_cast<float>(tasks);
  b.when = now_;
}

void load_estimates::record_latency(load_estimate& b, std::uint64_t delay_ns) noexcept {
  auto const delay = static_cast<float>(delay_ns);
  b.delay = b.delay < 0 ? delay : b.delay + (delay - b.delay) / 4;
}

double load_estimates::weight(load_estimate const& b) const noexcept {
  return b.when == 0 ? 0 : std::exp2(-age(b) / half_life_);
}

double load_estimates::chance(load_estimate const& b) const noexcept {
  double const w = weight(b);
  return w == 0 ? base_rate_.get() : w * rates_[kind(static_cast<double>(b.tasks))].get() + (1 - w) * base_rate_.get();
}

void load_estimates::answered(load_estimate& b, bool success) noexcept {
  double const value = success ? 1 : 0;
  double const w = weight(b);
  double const error = value - chance(b);
  base_rate_.add(value, 1 - w);
  if (w == 0) return;
  decaying_mean& rate = rates_[kind(static_cast<double>(b.tasks))];
  // One step of gradient descent on the squared error, in the logarithm of the half-life.
  double const slope = (rate.get() - base_rate_.get()) * w * 0.69 * age(b) / half_life_;
  half_life_ = std::clamp(half_life_ * std::exp(2 * error * slope), min_half_life, max_half_life);
  rate.add(value, w);
}

}  // namespace skua::steal
