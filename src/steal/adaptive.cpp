// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// adaptive: of a few places that were just asked how much they have, and of those believed to have
// something, the one that is
// expected to cost least time until there is work.
//
// A hungry place asks a few others at random how much they have, all at once (the power of d
// choices: Mitzenmacher, 2001), and takes from the best: that evens out what places have, so that
// they come to an end together. It asks nobody for work of whom it knows none, and nobody how much
// he has while it knows of plenty.
// What it knows otherwise comes with messages that flow anyway: answers, requests (who asks has
// nothing), and the rumour that each of them carries. There is no victim that many keep: what one
// heard is worth less with each moment and each refusal, and of those whose costs are about alike
// chance decides.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "steal/beliefs.hpp"
#include "steal/draw.hpp"
#include "steal/lifelines.hpp"
#include "steal/policies.hpp"

namespace skua::steal {
namespace {

constexpr std::size_t choices = 8;       // that are asked at once how much they have
constexpr std::size_t near_choices = 2;  // of these, if some places are nearer than others
constexpr double plenty = 16;            // tasks
constexpr double likely = 0.5;           // chance
constexpr int neighbourhood = 32;        // places of one node have numbers that follow one another
constexpr double spread = 0.05;          // costs that differ by less count as alike

class adaptive_policy final : public policy_with_lifelines {
 public:
  explicit adaptive_policy(settings const& of)
      : policy_with_lifelines(of),
        here_(of.here),
        places_(of.places),
        probing_(of.probing),
        random_(random_of(of)),
        others_(of),
        near_(near_places(of)) {}

  std::string name() const override { return "adaptive"; }
  bool wants_load() const override { return true; }
  bool gossips() const override { return true; }
  void time_is(std::uint64_t ns) override { known_.time_is(ns); }

  int next(int attempt) override {
    bool const begins = !std::exchange(looking_, false) && attempt == 0;
    if (begins) {
      ++hunger_;
      drawn_ = 0;
      near_drawn_ = 0;
    }
    if (int const best = begins ? best_known(plenty, likely) : best_known(1, 0); best >= 0) return best;
    draw_choices();
    if (choices_.empty()) return give_up;
    if (!probing_) return choices_.front();
    looking_ = true;
    return probe_first;
  }

  std::span<int const> probes() const override { return choices_; }
  /// A place that is slow to answer is not waited for.
  std::size_t enough_probes() const override { return choices_.size() - choices_.size() / 4; }
  void probed(int place, load const& of, std::uint64_t delay_ns) override {
    belief& b = known_.of(place);
    took(b, delay_ns);
    known_.told(b, of.tasks);
  }

  void answered(int victim, std::size_t tasks, std::uint64_t delay_ns) override {
    belief& b = known_.of(victim);
    known_.answered(b, tasks > 0);
    took(b, delay_ns);
    success_.add(tasks > 0 ? 1 : 0);
    if (tasks > 0) loot_.add(static_cast<double>(tasks));
    known_.told(b, static_cast<double>(tasks));
  }

  void heard(int place, load const& of) override {
    if (place != here_ && place >= 0 && place < places_) known_.told(known_.of(place), of.tasks);
  }

  rumour gossip(int to) override {
    int seen = 0;
    rumour one;
    for (belief const& b : known_.all()) {
      double const tasks = known_.worth(b) / 2;  // so that it ends, however quickly it goes round
      if (b.place == to || tasks < 1 || random_.below(static_cast<std::size_t>(++seen)) != 0) continue;
      one = {b.place, static_cast<std::uint32_t>(tasks)};
    }
    return one;
  }
  bool has_target() const override {
    return std::any_of(known_.all().begin(), known_.all().end(),
                       [this](belief const& b) { return known_.worth(b) >= 1; });
  }

 private:
  /// Places as near as any of the neighbourhood, if others are farther. No more of them are looked
  /// at, however many places there are.
  static std::vector<int> near_places(settings const& of) {
    std::vector<int> near;
    if (!of.distance || of.places < 3) return near;
    int const from = std::max(0, of.here - neighbourhood);
    int const to = std::min(of.places - 1, of.here + neighbourhood);
    int most = distance_to(of, of.here < of.places / 2 ? of.places - 1 : 0);
    int least = most;
    for (int p = from; p <= to; ++p) {
      if (p == of.here) continue;
      int const d = distance_to(of, p);
      most = std::max(most, d);
      if (d < least) near.clear();
      least = std::min(least, d);
      if (d == least) near.push_back(p);
    }
    if (least == most) near.clear();
    return near;
  }

  /// Of those that are believed to have so many, with that chance to get some, and were not asked
  /// in this hunger; -1: there is none.
  int best_known(double tasks, double chance) {
    belief* best = nullptr;
    double least = 0;
    for (belief& b : known_.all()) {
      if (b.hunger == hunger_ || known_.worth(b) < tasks || known_.chance(b) < chance) continue;
      double const c = cost(b) * (1 + spread * unit());
      if (best != nullptr && c >= least) continue;
      best = &b;
      least = c;
    }
    if (best == nullptr) return -1;
    best->hunger = hunger_;
    return best->place;
  }

  /// Whom to look at next, none of them twice in one hunger.
  void draw_choices() {
    choices_.clear();
    for (std::size_t const n = std::min(near_choices, near_.size()); near_drawn_ < n; ++near_drawn_) {
      std::swap(near_[near_drawn_], near_[near_drawn_ + random_.below(near_.size() - near_drawn_)]);
      choose(near_[near_drawn_]);
    }
    std::size_t const at_once = probing_ ? choices : 1;
    std::size_t const limit = std::min<std::size_t>(most_attempts, others_.size());
    auto const near_end = near_.begin() + static_cast<std::ptrdiff_t>(near_drawn_);
    while (choices_.size() < at_once && drawn_ < limit) {
      int const place = others_.at(drawn_++, random_);
      if (std::find(near_.begin(), near_end, place) == near_end) choose(place);
    }
  }
  void choose(int place) {
    belief& b = known_.of(place);
    if (b.hunger == hunger_ || known_to_be_poor(b)) return;
    if (!probing_) b.hunger = hunger_;
    choices_.push_back(place);
  }

  bool known_to_be_poor(belief const& b) const { return b.tasks < 1 && known_.weight(b) > 0.5; }

  double unit() { return static_cast<double>(random_.below(1024)) / 1024; }

  /// Expected nanoseconds until there is work, and this request's share of those until there is
  /// work the next time.
  double cost(belief const& b) const {
    double const p = known_.chance(b);
    double const again = delay_.get() / std::max(success_.get(), 0.05);
    double const w = known_.weight(b);
    double const loot = std::max(1.0, w * static_cast<double>(b.tasks) + (1 - w) * loot_.get());
    double const delay = b.delay < 0 ? delay_.get() : static_cast<double>(b.delay);
    return delay + (1 - p) * again + p * again / loot;
  }

  void took(belief& b, std::uint64_t delay_ns) {
    beliefs::took(b, delay_ns);
    delay_.add(static_cast<double>(delay_ns));
  }

  int here_;
  int places_;
  bool probing_;
  random_source random_;
  other_places others_;
  std::vector<int> near_;
  beliefs known_;
  std::vector<int> choices_;
  std::uint32_t hunger_ = 0;
  std::size_t drawn_ = 0, near_drawn_ = 0;  // in this hunger
  bool looking_ = false;                    // the choices are being asked how much they have
  forgetful_mean delay_{10e3};
  forgetful_mean success_{0.5};
  forgetful_mean loot_{4};
};

}  // namespace

std::unique_ptr<policy> make_adaptive(settings const& of) { return std::make_unique<adaptive_policy>(of); }

}  // namespace skua::steal
