// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// performance_driven: the place with the best score is the target of all workers until a refresh
// names another one. As the dissertation describes it, weaknesses included: places with the same
// knowledge steal from the same place.
//
// Automatic refresh: refresh(), at its own interval. Auxiliary refresh: a place without work that
// has no target, or whose target refused, chooses anew (after probes, if its owner can send them)
// and tries once more; then it gives up. Differences: this place is never its own target, and a
// refusal counts as "no tasks there" until a later report.
//
// performance_driven(published): as the published code does it, where that differs and is possible
// here. The interval never gets shorter, since the code tests whether the best score is below the
// smallest positive number. Without a positive score a random place is the target.
//
// performance_driven(tuned) and performance_driven(keep=2) are two ideas from the dissertation's
// section on future work (5.1.1, 5.1.2). The text only names the aims; the methods are ours.
// tuned: a refresh that changed the target came too late, and one that found none must soon be
// repeated, so the interval is halved. Any other was not needed, and the interval grows by half. A
// round of probes takes at most 1/500 of the interval.
#include "steal/policies/performance_driven.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/parse.hpp"
#include "base/tracking_weight.hpp"
#include "steal/lazy_shuffle.hpp"
#include "steal/lifelines.hpp"
#include "steal/policies.hpp"

namespace skua::steal {
namespace {

constexpr double offset = 2.72;  // a little more than e: no logarithm is below 1

constexpr double longest_interval_s = 3600;
constexpr double max_keep = 1e6;
/// Arguments without effect with "tuned", so they are refused.
constexpr char const* set_by_tuning[] = {"weight", "shortest", "longer", "shorter"};

std::optional<std::uint64_t> interval(std::string_view text) {
  auto const seconds = base::parse_quantity(text, base::time_units);
  if (!seconds || *seconds > longest_interval_s) return std::nullopt;
  auto const ns = static_cast<std::uint64_t>(*seconds * 1e9 + 0.5);
  return ns != 0 ? std::optional(ns) : std::nullopt;
}

double microseconds(std::uint64_t ns) { return static_cast<double>(ns) / 1000; }

std::string text_of(double number) {
  char text[32];
  auto const [end, failure] = std::to_chars(text, text + sizeof text, number);
  return {text, failure == std::errc() ? end : text};
}

/// The interval with the largest unit that divides it.
std::string text_of_interval(std::uint64_t ns) {
  if (ns % 1'000'000 == 0) return std::to_string(ns / 1'000'000) + "ms";
  if (ns % 1'000 == 0) return std::to_string(ns / 1'000) + "us";
  return std::to_string(ns) + "ns";
}

/// The arguments that are not the defaults.
std::vector<std::string> arguments_of(performance_settings const& settings) {
  performance_settings const usual;
  std::vector<std::string> arguments;
  if (settings.published) arguments.emplace_back("published");
  if (settings.by_sample) arguments.emplace_back("sampled");
  if (settings.tuned) arguments.emplace_back("tuned");
  if (settings.keep != usual.keep) arguments.push_back("keep=" + text_of(settings.keep));
  if (settings.weight != usual.weight) arguments.push_back("weight=" + text_of(settings.weight));
  auto const add = [&](char const* name, std::uint64_t performance_settings::* interval) {
    if (settings.*interval != usual.*interval)
      arguments.push_back(std::string(name) + "=" + text_of_interval(settings.*interval));
  };
  add("first", &performance_settings::first);
  add("shortest", &performance_settings::shortest);
  add("longest", &performance_settings::longest);
  add("longer", &performance_settings::longer);
  add("shorter", &performance_settings::shorter);
  return arguments;
}

class performance_driven_policy final : public policy_with_lifelines {
 public:
  performance_driven_policy(settings const& config, performance_settings const& constants)
      : policy_with_lifelines(config),
        constants_(constants),
        interval_(constants.first),
        probing_(config.probing),
        workers_(config.workers),
        other_places_(others(config)),
        nodes_(static_cast<std::size_t>(config.places)),
        random_(random_of(config)) {
    // No load is known yet: the first target is random.
    target_ = random_place();
  }

  std::string name() const override { return full_name("performance_driven", arguments_of(constants_)); }

  int next(int attempt) override {
    if (attempt >= 2) return give_up;
    if (attempt == 0 && !has_probed_ && target_ != give_up) return target_;
    if (probing_ && !has_probed_) {
      has_probed_ = true;
      return probe_first;
    }
    has_probed_ = false;
    choose();
    return target_;
  }

  void answered(int victim, std::size_t tasks, std::uint64_t delay_ns) override {
    record_latency(victim, delay_ns);
    if (tasks == 0) entry(victim).reported.tasks = 0;
  }
  void heard(int place, load const& value) override { entry(place).reported = value; }
  bool wants_load() const override { return true; }
  load_measurement measurement() const override {
    return {constants_.weight, constants_.tuned, !constants_.by_sample, constants_.first, constants_.shortest};
  }

  std::span<int const> probes() const override { return other_places_; }
  void probed(int place, load const& value, std::uint64_t delay_ns) override {
    heard(place, value);
    record_latency(place, delay_ns);
    round_ns_ = std::max(round_ns_, delay_ns);
  }

  std::uint64_t refresh() override {
    int const before = target_;
    choose();
    if (constants_.tuned) return tune_interval(before != target_ || target_ == give_up);
    if (constants_.published || target_ != give_up) {
      interval_ = std::min(interval_ + constants_.longer, constants_.longest);
    } else {
      bool const can_shrink = interval_ > constants_.shortest + constants_.shorter;
      interval_ = can_shrink ? interval_ - constants_.shorter : constants_.shortest;
    }
    return interval_;
  }
  bool has_target() const override { return target_ != give_up; }

 private:
  struct node {
    load reported;
    double delay = 0;  ///< smoothed
    base::tracking_weight weight;
  };

  node& entry(int place) { return nodes_[static_cast<std::size_t>(place)]; }
  void record_latency(int place, std::uint64_t delay_ns) {
    node& n = entry(place);
    double const us = microseconds(delay_ns);
    double const weight =
        constants_.tuned ? n.weight.of(smoothed_delay(us, workers_, 0, 1) - n.delay) : constants_.weight;
    n.delay = smoothed_delay(us, workers_, n.delay, weight);
  }

  double score_of(int place) { return steal_score(entry(place).reported, entry(place).delay); }

  std::uint64_t tune_interval(bool was_late) {
    // A round of probes ends with its slowest answer.
    std::uint64_t const shortest = std::max<std::uint64_t>(rounds_per_interval * std::exchange(round_ns_, 0), 1);
    interval_ = was_late ? interval_ / 2 : interval_ + interval_ / 2;
    return interval_ = std::max(std::min(interval_, constants_.longest), shortest);
  }

  int random_place() { return other_places_.empty() ? give_up : other_places_[random_.below(other_places_.size())]; }

  /// The target becomes the place with the best positive score, or stays (see `keep`); give_up if
  /// there is none.
  void choose() {
    double best = 0;
    if (constants_.keep > 1 && target_ != give_up && score_of(target_) > 0) {
      best = score_of(target_) * constants_.keep;
    } else {
      target_ = give_up;
    }
    for (int const place : other_places_) {
      double const score = score_of(place);
      if (score <= best) continue;
      best = score;
      target_ = place;
    }
    if (constants_.published && target_ == give_up) target_ = random_place();
  }

  static constexpr std::uint64_t rounds_per_interval = 500;

  performance_settings constants_;
  std::uint64_t interval_;
  std::uint64_t round_ns_ = 0;  ///< the slowest answer to a probe since the last refresh
  bool probing_;
  int workers_;
  std::vector<int> other_places_;
  std::vector<node> nodes_;  ///< by place
  random_source random_;
  int target_ = give_up;
  bool has_probed_ = false;
};

}  // namespace

double work_rate(double work_us, double idle_us, double old_rate, double weight_of_new) noexcept {
  double const period = work_us + idle_us;
  double const rate = std::log(offset + work_us / period) * std::log(offset + period);
  return rate * weight_of_new + old_rate * (1 - weight_of_new);
}

double smoothed_delay(double delay_us, int workers, double old_delay, double weight_of_new) noexcept {
  return std::log(offset + delay_us * workers) * weight_of_new + old_delay * (1 - weight_of_new);
}

double steal_score(load const& victim, double smoothed_delay) noexcept {
  return std::max(victim.rate, 0.0001) * victim.tasks - smoothed_delay;
}

std::unique_ptr<policy> make_performance_driven(named_arguments& arguments, settings const& config) {
  performance_settings constants;
  constants.published = arguments.take_flag("published");
  constants.by_sample = arguments.take_flag("sampled");
  constants.tuned = arguments.take_flag("tuned");
  auto const is_given = [&arguments](char const* key) { return arguments.has_key(key); };
  if (constants.tuned && (constants.published || std::ranges::any_of(set_by_tuning, is_given))) return nullptr;
  auto const share = [](std::string_view text) { return base::parse_decimal(text, 0, 1); };
  auto const factor = [](std::string_view text) { return base::parse_decimal(text, 1, max_keep); };
  bool const is_right =
      arguments.take_key("weight", constants.weight, share) && arguments.take_key("keep", constants.keep, factor) &&
      arguments.take_key("first", constants.first, interval) &&
      arguments.take_key("shortest", constants.shortest, interval) &&
      arguments.take_key("longest", constants.longest, interval) &&
      arguments.take_key("longer", constants.longer, interval) &&
      arguments.take_key("shorter", constants.shorter, interval) && constants.shortest <= constants.longest;
  return is_right ? std::make_unique<performance_driven_policy>(config, constants) : nullptr;
}

}  // namespace skua::steal
