// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// adaptive: chooses among a few places that it has just probed and those that probably have tasks.
// It asks the place with the least expected time until there is work.
//
// A place without work probes a few random others, all at once (the power of d choices:
// Mitzenmacher, 2001), and steals from the best. That balances the load, so that all places end at
// about the same time. It asks only places that have reported tasks, and probes none while it knows
// of plenty.
// It also learns from other messages: answers, requests (the sender has no tasks), and the load
// hint that each of them carries. Thieves do not all choose the same victim: an estimate loses
// value with time and with each refusal, and chance decides between places of about equal cost.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "steal/lazy_shuffle.hpp"
#include "steal/lifelines.hpp"
#include "steal/load_estimates.hpp"
#include "steal/policies.hpp"

namespace skua::steal {
namespace {

constexpr std::size_t choices = 8;       // places that are probed at once
constexpr std::size_t near_choices = 2;  // of these, if some places are nearer than others
constexpr double plenty = 16;            // tasks
constexpr double likely = 0.5;           // chance
constexpr int neighbourhood = 32;        // places of one node have consecutive numbers
constexpr double spread = 0.05;          // costs that differ by less count as equal

class adaptive_policy final : public policy_with_lifelines {
 public:
  explicit adaptive_policy(settings const& config)
      : policy_with_lifelines(config),
        own_place_(config.own_place),
        places_(config.places),
        probing_(config.probing),
        random_(random_of(config)),
        other_places_(config),
        near_(near_places(config)) {}

  std::string name() const override { return full_name("adaptive"); }
  bool wants_load() const override { return true; }
  bool gossips() const override { return true; }
  void set_now(std::uint64_t ns) override { estimates_.set_now(ns); }

  int next(int attempt) override {
    bool const begins = !std::exchange(probes_under_way_, false) && attempt == 0;
    if (begins) {
      ++search_;
      drawn_ = 0;
      near_drawn_ = 0;
    }
    if (int const best = begins ? best_known(plenty, likely) : best_known(1, 0); best >= 0) return best;
    draw_choices();
    if (choices_.empty()) return give_up;
    if (!probing_) return choices_.front();
    probes_under_way_ = true;
    return probe_first;
  }

  std::span<int const> probes() const override { return choices_; }
  /// The owner does not wait for the slowest quarter.
  std::size_t enough_probes() const override { return choices_.size() - choices_.size() / 4; }
  void probed(int place, load const& value, std::uint64_t delay_ns) override {
    load_estimate& estimate = estimates_.of(place);
    record_latency(estimate, delay_ns);
    estimates_.record_load(estimate, value.tasks);
  }

  void answered(int victim, std::size_t tasks, std::uint64_t delay_ns) override {
    load_estimate& estimate = estimates_.of(victim);
    estimates_.answered(estimate, tasks > 0);
    record_latency(estimate, delay_ns);
    success_.add(tasks > 0 ? 1 : 0);
    if (tasks > 0) loot_.add(static_cast<double>(tasks));
    estimates_.record_load(estimate, static_cast<double>(tasks));
  }

  void heard(int place, load const& value) override {
    if (place != own_place_ && place >= 0 && place < places_) estimates_.record_load(estimates_.of(place), value.tasks);
  }

  load_hint gossip(int to) override {
    int candidates = 0;
    load_hint hint;
    for (load_estimate const& estimate : estimates_.all()) {
      double const tasks = estimates_.worth(estimate) / 2;  // halved, so that a hint dies out however fast it spreads
      if (estimate.place == to || tasks < 1 || random_.below(static_cast<std::size_t>(++candidates)) != 0) continue;
      hint = {estimate.place, static_cast<std::uint32_t>(tasks)};
    }
    return hint;
  }
  bool has_target() const override {
    return std::any_of(estimates_.all().begin(), estimates_.all().end(),
                       [this](load_estimate const& estimate) { return estimates_.worth(estimate) >= 1; });
  }

 private:
  /// The nearest places of the neighbourhood, if others are farther. It looks at the neighbourhood
  /// only, however many places there are.
  static std::vector<int> near_places(settings const& config) {
    std::vector<int> near;
    if (!config.distance || config.places < 3) return near;
    int const first = std::max(0, config.own_place - neighbourhood);
    int const last = std::min(config.places - 1, config.own_place + neighbourhood);
    int max = distance_to(config, config.own_place < config.places / 2 ? config.places - 1 : 0);
    int min = max;
    for (int place = first; place <= last; ++place) {
      if (place == config.own_place) continue;
      int const distance = distance_to(config, place);
      max = std::max(max, distance);
      if (distance < min) near.clear();
      min = std::min(min, distance);
      if (distance == min) near.push_back(place);
    }
    if (min == max) near.clear();
    return near;
  }

  /// The cheapest place that probably has at least that many tasks, gives some with at least that
  /// chance, and was not asked in this search; -1: there is none.
  int best_known(double tasks, double chance) {
    load_estimate* best = nullptr;
    double min_cost = 0;
    for (load_estimate& estimate : estimates_.all()) {
      if (estimate.search == search_ || estimates_.worth(estimate) < tasks || estimates_.chance(estimate) < chance)
        continue;
      double const expected = cost(estimate) * (1 + spread * unit());
      if (best != nullptr && expected >= min_cost) continue;
      best = &estimate;
      min_cost = expected;
    }
    if (best == nullptr) return -1;
    best->search = search_;
    return best->place;
  }

  /// Draws the places to probe next, none of them twice in one search.
  void draw_choices() {
    choices_.clear();
    for (std::size_t const n = std::min(near_choices, near_.size()); near_drawn_ < n; ++near_drawn_) {
      std::swap(near_[near_drawn_], near_[near_drawn_ + random_.below(near_.size() - near_drawn_)]);
      choose(near_[near_drawn_]);
    }
    std::size_t const at_once = probing_ ? choices : 1;
    std::size_t const limit = std::min<std::size_t>(max_attempts, other_places_.size());
    auto const near_end = near_.begin() + static_cast<std::ptrdiff_t>(near_drawn_);
    while (choices_.size() < at_once && drawn_ < limit) {
      int const place = other_places_.at(drawn_++, random_);
      if (std::find(near_.begin(), near_end, place) == near_end) choose(place);
    }
  }
  void choose(int place) {
    load_estimate& estimate = estimates_.of(place);
    if (estimate.search == search_ || known_to_be_poor(estimate)) return;
    if (!probing_) estimate.search = search_;
    choices_.push_back(place);
  }

  bool known_to_be_poor(load_estimate const& estimate) const {
    return estimate.tasks < 1 && estimates_.weight(estimate) > 0.5;
  }

  double unit() { return static_cast<double>(random_.below(1024)) / 1024; }

  /// Expected nanoseconds until there is work, plus this request's share of the time until the next
  /// request brings work.
  double cost(load_estimate const& estimate) const {
    double const chance = estimates_.chance(estimate);
    double const again = delay_.get() / std::max(success_.get(), 0.05);
    double const weight = estimates_.weight(estimate);
    double const loot = std::max(1.0, weight * static_cast<double>(estimate.tasks) + (1 - weight) * loot_.get());
    double const delay = estimate.delay < 0 ? delay_.get() : static_cast<double>(estimate.delay);
    return delay + (1 - chance) * again + chance * again / loot;
  }

  void record_latency(load_estimate& estimate, std::uint64_t delay_ns) {
    load_estimates::record_latency(estimate, delay_ns);
    delay_.add(static_cast<double>(delay_ns));
  }

  int own_place_;
  int places_;
  bool probing_;
  random_source random_;
  other_places other_places_;
  std::vector<int> near_;
  load_estimates estimates_;
  std::vector<int> choices_;
  std::uint32_t search_ = 0;
  std::size_t drawn_ = 0, near_drawn_ = 0;  // in this search
  bool probes_under_way_ = false;           // the choices are being probed
  decaying_mean delay_{10e3};
  decaying_mean success_{0.5};
  decaying_mean loot_{4};
};

}  // namespace

std::unique_ptr<policy> make_adaptive(named_arguments&, settings const& config) {
  return std::make_unique<adaptive_policy>(config);
}

}  // namespace skua::steal
