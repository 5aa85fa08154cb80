// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// adaptive: of a few random candidates the one that is expected to cost least time until there is work.
//
// What it knows comes with messages that flow anyway: answers, requests (who asks has nothing), and the rumour that each of them
// carries. A belief weighs less the older it is; without one, what asking a stranger was worth so far counts. How likely an
// answer is for a belief, and how fast beliefs lose their worth, is learnt from the answers.
// Candidates are two at random (the power of d choices: Mitzenmacher, 2001), one of the same node, and the few places that are
// believed to have most, as far as they were not asked yet in this hunger. There is no victim that many keep: what one heard
// is worth less with each moment and each refusal, and of those whose costs are about alike chance decides.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "steal/draw.hpp"
#include "steal/lifelines.hpp"
#include "steal/policies.hpp"

namespace skua::steal {
namespace {

constexpr std::size_t candidates = 2;  // at random
constexpr std::size_t most_promising = 4;
constexpr double spread = 0.05;  // costs that differ by less count as alike
constexpr double slowest_learning = 1.0 / 32;
constexpr double least_life = 20e3, most_life = 100e6;  // nanoseconds in which a belief loses half of its weight

/// A mean that forgets.
class mean {
 public:
  explicit mean(double first) : value_(first) {}
  [[nodiscard]] double get() const noexcept { return value_; }
  /// `weight`, 0 to 1: how much of this was its doing.
  void add(double x, double weight = 1) noexcept {
    n_ = std::min(n_ + weight, 1 / slowest_learning);
    value_ += weight * (x - value_) / (1 + n_);
  }

 private:
  double value_;
  double n_ = 1;  // the first guess counts as one
};

class adaptive_policy final : public policy_with_lifelines {
 public:
  explicit adaptive_policy(settings const& of)
      : policy_with_lifelines(of), here_(of.here), random_(random_of(of)), order_(others(of)), about_(static_cast<std::size_t>(of.places)) {
    for (std::size_t i = 0; i < order_.size(); ++i) of_place(order_[i]).position = static_cast<std::uint32_t>(i);
    if (order_.empty()) return;
    auto const distance = [&](int p) { return distance_to(of, p); };
    auto const [least, most] = std::minmax_element(order_.begin(), order_.end(), [&](int a, int b) { return distance(a) < distance(b); });
    for (int const p : order_) {
      if (distance(*least) < distance(*most) && distance(p) == distance(*least)) near_.push_back(p);
    }
  }

  std::string name() const override { return "adaptive"; }
  bool wants_load() const override { return true; }
  void time_is(std::uint64_t ns) override { now_ = ns; }

  int next(int attempt) override {
    auto const i = static_cast<std::size_t>(attempt);
    if (attempt >= most_attempts || i >= order_.size()) return give_up;
    int best = -1;
    double least = 0;
    auto const consider = [&](int place) {
      double const c = cost(of_place(place)) * (1 + spread * unit());
      if (best >= 0 && c >= least) return;
      best = place;
      least = c;
    };
    for (std::size_t k = 0; k < candidates; ++k) consider(order_[i + random_.below(order_.size() - i)]);
    for (std::size_t k = 0; k < promising_count_; ++k) {
      if (of_place(promising_[k]).position >= i) consider(promising_[k]);
    }
    if (!near_.empty()) {
      std::size_t const first = random_.below(near_.size());
      for (std::size_t k = 0; k < std::min(near_.size(), most_promising); ++k) {
        int const p = near_[(first + k) % near_.size()];
        if (of_place(p).position < i) continue;
        consider(p);
        break;
      }
    }
    swap_positions(i, of_place(best).position);
    return best;
  }

  void answered(int victim, std::size_t tasks, std::uint64_t delay_ns) override {
    node& v = of_place(victim);
    learn(v, tasks > 0 ? 1 : 0);
    auto const delay = static_cast<float>(delay_ns);
    v.delay = v.delay < 0 ? delay : v.delay + (delay - v.delay) / 4;
    delay_.add(delay);
    success_.add(tasks > 0 ? 1 : 0);
    if (tasks > 0) loot_.add(static_cast<double>(tasks));
    believe(victim, static_cast<double>(tasks));
  }

  void heard(int place, load const& of) override {
    if (place != here_ && place >= 0 && static_cast<std::size_t>(place) < about_.size()) believe(place, of.tasks);
  }

  rumour gossip(int to) override {
    if (promising_count_ == 0) return {};
    int const p = promising_[random_.below(promising_count_)];
    double const tasks = worth(of_place(p)) / 2;  // so that it ends, however quickly it goes round
    return p == to || tasks < 1 ? rumour{} : rumour{p, static_cast<std::uint32_t>(tasks)};
  }
  bool has_target() const override {
    return std::any_of(promising_.begin(), promising_.begin() + static_cast<std::ptrdiff_t>(promising_count_),
                       [this](int p) { return worth(about_[static_cast<std::size_t>(p)]) >= 1; });
  }

 private:
  struct node {
    float tasks = -1;  ///< that it was believed to have, -1: never heard of
    float delay = -1;  ///< of its answers, smoothed; -1: it was never asked
    std::uint64_t when = 0;
    std::uint32_t position = 0;  ///< in order_
  };
  static constexpr std::size_t kinds = 5;
  static std::size_t kind(double tasks) noexcept { return tasks < 1 ? 0 : tasks < 2 ? 1 : tasks < 4 ? 2 : tasks < 16 ? 3 : 4; }

  node& of_place(int place) { return about_[static_cast<std::size_t>(place)]; }
  double unit() { return static_cast<double>(random_.below(1024)) / 1024; }

  double age(node const& v) const { return static_cast<double>(now_ - std::min(v.when, now_)); }
  double weight(node const& v) const { return v.tasks < 0 ? 0 : std::exp2(-age(v) / life_); }
  double worth(node const& v) const { return v.tasks * weight(v); }
  double chance(node const& v) const {
    double const w = weight(v);
    return w == 0 ? stranger_.get() : w * told_[kind(v.tasks)].get() + (1 - w) * stranger_.get();
  }

  /// Expected nanoseconds until there is work, and this request's share of those until there is work the next time.
  double cost(node const& v) const {
    double const p = chance(v);
    double const again = delay_.get() / std::max(success_.get(), 0.05);
    double const w = weight(v);
    double const loot = std::max(1.0, w * std::max(0.0f, v.tasks) + (1 - w) * loot_.get());
    double const delay = v.delay < 0 ? delay_.get() : v.delay;
    return delay + (1 - p) * again + p * again / loot;
  }

  void learn(node const& v, double came) {
    double const w = weight(v);
    double const error = came - chance(v);
    stranger_.add(came, 1 - w);
    if (w == 0) return;
    mean& told = told_[kind(v.tasks)];
    // One step down the slope of the squared error, in the logarithm of the life.
    double const slope = (told.get() - stranger_.get()) * w * 0.69 * age(v) / life_;
    life_ = std::clamp(life_ * std::exp(2 * error * slope), least_life, most_life);
    told.add(came, w);
  }

  void believe(int place, double tasks) {
    node& v = of_place(place);
    v.tasks = static_cast<float>(tasks);
    v.when = now_;
    auto const end = promising_.begin() + static_cast<std::ptrdiff_t>(promising_count_);
    auto const at = std::find(promising_.begin(), end, place);
    if (tasks < 1) {
      if (at != end) *at = promising_[--promising_count_];
    } else if (at == end) {
      if (promising_count_ < most_promising) {
        promising_[promising_count_++] = place;
      } else {
        auto const poorer = [this](int a, int b) { return worth(of_place(a)) < worth(of_place(b)); };
        auto const least = std::min_element(promising_.begin(), promising_.end(), poorer);
        if (worth(of_place(*least)) < tasks) *least = place;
      }
    }
  }

  void swap_positions(std::size_t a, std::size_t b) {
    std::swap(order_[a], order_[b]);
    of_place(order_[a]).position = static_cast<std::uint32_t>(a);
    of_place(order_[b]).position = static_cast<std::uint32_t>(b);
  }

  int here_;
  random_source random_;
  std::vector<int> order_;   ///< all others; those asked in this hunger first
  std::vector<node> about_;  ///< by place
  std::vector<int> near_;    ///< those at the smallest distance, if there are others
  std::array<int, most_promising> promising_{};
  std::size_t promising_count_ = 0;
  std::uint64_t now_ = 0;
  double life_ = 1e6;
  mean delay_{10e3};
  mean success_{0.5};
  mean loot_{4};
  mean stranger_{0.5};
  std::array<mean, kinds> told_{mean(0.1), mean(0.5), mean(0.7), mean(0.9), mean(0.95)};
};

}  // namespace

std::unique_ptr<policy> make_adaptive(settings const& of) { return std::make_unique<adaptive_policy>(of); }

}  // namespace skua::steal
