// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "steal/load_estimates.hpp"

#include <cmath>

namespace skua::steal {
namespace {

constexpr double min_half_life = 20e3, max_half_life = 100e6;  // nanoseconds

}  // namespace

load_estimate& load_estimates::of(int place) {
  auto const position = std::find_if(entries_.begin(), entries_.end(),
                                     [place](load_estimate const& estimate) { return estimate.place == place; });
  if (position != entries_.end()) return *position;
  if (entries_.size() < max_entries) return entries_.emplace_back(load_estimate{place});
  auto const less = [this](load_estimate const& left, load_estimate const& right) {
    double const left_worth = worth(left);
    double const right_worth = worth(right);
    return left_worth != right_worth ? left_worth < right_worth : left.when < right.when;
  };
  return *std::min_element(entries_.begin(), entries_.end(), less) = load_estimate{place};
}

void load_estimates::record_load(load_estimate& estimate, double tasks) noexcept {
  estimate.tasks = static_cast<float>(tasks);
  estimate.when = now_;
}

void load_estimates::record_latency(load_estimate& estimate, std::uint64_t delay_ns) noexcept {
  auto const delay = static_cast<float>(delay_ns);
  estimate.delay = estimate.delay < 0 ? delay : estimate.delay + (delay - estimate.delay) / 4;
}

double load_estimates::weight(load_estimate const& estimate) const noexcept {
  return estimate.when == 0 ? 0 : std::exp2(-age(estimate) / half_life_);
}

double load_estimates::chance(load_estimate const& estimate) const noexcept {
  double const confidence = weight(estimate);
  return confidence == 0 ? base_rate_.get()
                         : confidence * rates_[kind(static_cast<double>(estimate.tasks))].get() +
                               (1 - confidence) * base_rate_.get();
}

void load_estimates::answered(load_estimate& estimate, bool success) noexcept {
  double const value = success ? 1 : 0;
  double const confidence = weight(estimate);
  double const error = value - chance(estimate);
  base_rate_.add(value, 1 - confidence);
  if (confidence == 0) return;
  decaying_mean& rate = rates_[kind(static_cast<double>(estimate.tasks))];
  // One step of gradient descent on the squared error, in the logarithm of the half-life.
  double const slope = (rate.get() - base_rate_.get()) * confidence * 0.69 * age(estimate) / half_life_;
  half_life_ = std::clamp(half_life_ * std::exp(2 * error * slope), min_half_life, max_half_life);
  rate.add(value, confidence);
}

}  // namespace skua::steal
