// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// random: uniform among the other places, none of them twice in one search.
#include "steal/lazy_shuffle.hpp"
#include "steal/lifelines.hpp"
#include "steal/policies.hpp"

namespace skua::steal {
namespace {

class random_policy final : public policy_with_lifelines {
 public:
  explicit random_policy(settings const& config)
      : policy_with_lifelines(config), random_(random_of(config)), victims_(config) {}

  std::string name() const override { return full_name("random"); }
  int next(int attempt) override {
    auto const i = static_cast<std::size_t>(attempt);
    return attempt < max_attempts && i < victims_.size() ? victims_.at(i, random_) : give_up;
  }

 private:
  random_source random_;
  other_places victims_;
};

}  // namespace

std::unique_ptr<policy> make_random(named_arguments&, settings const& config) {
  return std::make_unique<random_policy>(config);
}

}  // namespace skua::steal
