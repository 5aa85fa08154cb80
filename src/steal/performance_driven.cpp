// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// performance_driven: the place with the best score is the target of all workers until a refresh
// names another one. As the dissertation describes it, weaknesses included: whoever knows the same
// steals from the same place.
//
// Automatic refresh: refresh(), at its own interval. Auxiliary refresh: a hungry place that has no
// target, or whose target refused, chooses anew (after probing, if its owner can) and tries once
// more; then it gives up. Differences: this place is never its own target, and a refusal counts as
// "no tasks there" until something else is heard.
//
// performance_driven(published): as its published code does it where that differs and can be had
// here. The interval never gets shorter, since the code asks whether the best score is below the
// smallest positive number, and without a positive score a random place is the target.
#include "steal/performance_driven.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "steal/draw.hpp"
#include "steal/lifelines.hpp"
#include "steal/policies.hpp"

namespace skua::steal {
namespace {

constexpr double weight_of_new = 0.65;
constexpr double weight_of_old = 0.35;
constexpr double offset = 2.72;  // a little more than e: no logarithm is below 1

double microseconds(std::uint64_t ns) { return static_cast<double>(ns) / 1000; }

class performance_driven_policy final : public policy_with_lifelines {
 public:
  performance_driven_policy(settings const& of, bool published)
      : policy_with_lifelines(of),
        published_(published),
        probing_(of.probing),
        workers_(of.workers),
        others_(others(of)),
        known_(static_cast<std::size_t>(of.places)),
        random_(random_of(of)) {
    // Nothing is known yet, and somebody must be asked first.
    target_ = anybody();
  }

  std::string name() const override { return published_ ? "performance_driven(published)" : "performance_driven"; }

  int next(int attempt) override {
    if (attempt >= 2) return give_up;
    if (attempt == 0 && !probed_for_this_ && target_ != give_up) return target_;
    if (probing_ && !probed_for_this_) {
      probed_for_this_ = true;
      return probe_first;
    }
    probed_for_this_ = false;
    choose();
    return target_;
  }

  void answered(int victim, std::size_t tasks, std::uint64_t delay_ns) override {
    took(victim, delay_ns);
    if (tasks == 0) about(victim).said.tasks = 0;
  }
  void heard(int place, load const& of) override { about(place).said = of; }
  bool wants_load() const override { return true; }

  std::span<int const> probes() const override { return others_; }
  void probed(int place, load const& of, std::uint64_t delay_ns) override {
    heard(place, of);
    took(place, delay_ns);
  }

  std::uint64_t refresh() override {
    using namespace refresh_interval;
    choose();
    if (published_ || target_ != give_up) {
      interval_ = std::min(interval_ + longer, most);
    } else {
      interval_ = interval_ > least + shorter ? interval_ - shorter : least;
    }
    return interval_;
  }
  bool has_target() const override { return target_ != give_up; }

 private:
  struct node {
    load said;
    double delay = 0;  ///< smoothed
  };

  node& about(int place) { return known_[static_cast<std::size_t>(place)]; }
  void took(int place, std::uint64_t delay_ns) {
    about(place).delay = smoothed_delay(microseconds(delay_ns), workers_, about(place).delay);
  }

  int anybody() { return others_.empty() ? give_up : others_[random_.below(others_.size())]; }

  /// The best positive score, or nobody.
  void choose() {
    target_ = give_up;
    double best = 0;
    for (int const place : others_) {
      double const score = steal_score(about(place).said, about(place).delay);
      if (score <= best) continue;
      best = score;
      target_ = place;
    }
    if (published_ && target_ == give_up) target_ = anybody();
  }

  bool published_;
  bool probing_;
  int workers_;
  std::vector<int> others_;
  std::vector<node> known_;  ///< by place
  random_source random_;
  int target_ = give_up;
  bool probed_for_this_ = false;
  std::uint64_t interval_ = refresh_interval::first;
};

}  // namespace

double work_rate(double work_us, double idle_us, double old_rate) noexcept {
  double const period = work_us + idle_us;
  return std::log(offset + work_us / period) * std::log(offset + period) * weight_of_new + old_rate * weight_of_old;
}

double smoothed_delay(double delay_us, int workers, double old_delay) noexcept {
  return std::log(offset + delay_us * workers) * weight_of_new + old_delay * weight_of_old;
}

double steal_score(load const& of, double smoothed_delay) noexcept {
  return std::max(of.rate, 0.0001) * of.tasks - smoothed_delay;
}

std::unique_ptr<policy> make_performance_driven(settings const& of, bool published) {
  return std::make_unique<performance_driven_policy>(of, published);
}

}  // namespace skua::steal
