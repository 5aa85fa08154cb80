// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// random: uniform among the other places, nobody twice in one hunger.
#include "steal/draw.hpp"
#include "steal/lifelines.hpp"
#include "steal/policies.hpp"

namespace skua::steal {
namespace {

class random_policy final : public policy_with_lifelines {
 public:
  explicit random_policy(settings const& of) : policy_with_lifelines(of), random_(random_of(of)), victims_(of) {}

  std::string name() const override { return "random"; }
  int next(int attempt) override {
    auto const i = static_cast<std::size_t>(attempt);
    return attempt < most_attempts && i < victims_.size() ? victims_.at(i, random_) : give_up;
  }

 private:
  random_source random_;
  other_places victims_;
};

}  // namespace

std::unique_ptr<policy> make_random(settings const& of) { return std::make_unique<random_policy>(of); }

}  // namespace skua::steal
