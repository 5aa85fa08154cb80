// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// last_victim: random, but first whoever gave last (YewPar's choice, and that of many others).
#include "steal/draw.hpp"
#include "steal/lifelines.hpp"
#include "steal/policies.hpp"

namespace skua::steal {
namespace {

class last_victim_policy final : public policy_with_lifelines {
 public:
  explicit last_victim_policy(settings const& of) : policy_with_lifelines(of), random_(random_of(of)), victims_(of) {}

  std::string name() const override { return "last_victim"; }

  int next(int attempt) override {
    if (attempt == 0) {
      asked_first_ = generous_;
      drawn_ = 0;
      if (asked_first_ != nobody) return asked_first_;
    }
    while (attempt < most_attempts && drawn_ < victims_.size()) {
      int const victim = victims_.at(drawn_++, random_);
      if (victim != asked_first_) return victim;
    }
    return give_up;
  }

  void answered(int victim, std::size_t tasks, std::uint64_t) override {
    if (tasks > 0) {
      generous_ = victim;
    } else if (victim == generous_) {
      generous_ = nobody;
    }
  }

 private:
  static constexpr int nobody = -1;

  random_source random_;
  other_places victims_;
  std::size_t drawn_ = 0;
  int generous_ = nobody;     ///< the last one that gave, until it refuses
  int asked_first_ = nobody;  ///< of this hunger
};

}  // namespace

std::unique_ptr<policy> make_last_victim(settings const& of) { return std::make_unique<last_victim_policy>(of); }

}  // namespace skua::steal
