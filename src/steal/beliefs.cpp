// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "steal/beliefs.hpp"

#include <cmath>

namespace skua::steal {
namespace {

constexpr double least_life = 20e3, most_life = 100e6;  // nanoseconds

}  // namespace

belief& beliefs::of(int place) {
  auto const known = std::find_if(kept_.begin(), kept_.end(), [place](belief const& b) { return b.place == place; });
  if (known != kept_.end()) return *known;
  if (kept_.size() < most_kept) return kept_.emplace_back(belief{place});
  auto const less = [this](belief const& a, belief const& b) {
    double const x = worth(a);
    double const y = worth(b);
    return x != y ? x < y : a.when < b.when;
  };
  return *std::min_element(kept_.begin(), kept_.end(), less) = belief{place};
}

void beliefs::told(belief& of, double tasks) noexcept {
  of.tasks = static_cast<float>(tasks);
  of.when = now_;
}

void beliefs::took(belief& by, std::uint64_t delay_ns) noexcept {
  auto const delay = static_cast<float>(delay_ns);
  by.delay = by.delay < 0 ? delay : by.delay + (delay - by.delay) / 4;
}

double beliefs::weight(belief const& b) const noexcept { return b.when == 0 ? 0 : std::exp2(-age(b) / life_); }

double beliefs::chance(belief const& b) const noexcept {
  double const w = weight(b);
  return w == 0 ? stranger_.get() : w * given_[kind(static_cast<double>(b.tasks))].get() + (1 - w) * stranger_.get();
}

void beliefs::answered(belief& by, bool tasks) noexcept {
  double const came = tasks ? 1 : 0;
  double const w = weight(by);
  double const error = came - chance(by);
  stranger_.add(came, 1 - w);
  if (w == 0) return;
  forgetful_mean& given = given_[kind(static_cast<double>(by.tasks))];
  // One step down the slope of the squared error, in the logarithm of the life.
  double const slope = (given.get() - stranger_.get()) * w * 0.69 * age(by) / life_;
  life_ = std::clamp(life_ * std::exp(2 * error * slope), least_life, most_life);
  given.add(came, w);
}

}  // namespace skua::steal
