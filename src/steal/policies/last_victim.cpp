// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// last_victim: first the place that gave tasks last, then random places (as in YewPar and many
// other systems).
#include "steal/lazy_shuffle.hpp"
#include "steal/lifelines.hpp"
#include "steal/policies.hpp"

namespace skua::steal {
namespace {

class last_victim_policy final : public policy_with_lifelines {
 public:
  explicit last_victim_policy(settings const& config)
      : policy_with_lifelines(config), random_(random_of(config)), victims_(config) {}

  std::string name() const override { return full_name("last_victim"); }

  int next(int attempt) override {
    if (attempt == 0) {
      first_victim_ = last_victim_;
      drawn_ = 0;
      if (first_victim_ != none) return first_victim_;
    }
    while (attempt < max_attempts && drawn_ < victims_.size()) {
      int const victim = victims_.at(drawn_++, random_);
      if (victim != first_victim_) return victim;
    }
    return give_up;
  }

  void answered(int victim, std::size_t tasks, std::uint64_t) override {
    if (tasks > 0) {
      last_victim_ = victim;
    } else if (victim == last_victim_) {
      last_victim_ = none;
    }
  }

 private:
  static constexpr int none = -1;

  random_source random_;
  other_places victims_;
  std::size_t drawn_ = 0;
  int last_victim_ = none;   ///< the last place that gave tasks, until it refuses
  int first_victim_ = none;  ///< in this search
};

}  // namespace

std::unique_ptr<policy> make_last_victim(named_arguments&, settings const& config) {
  return std::make_unique<last_victim_policy>(config);
}

}  // namespace skua::steal
