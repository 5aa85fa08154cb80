// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// round_robin: one after the other, from where the last search ended.
#include "steal/lazy_shuffle.hpp"
#include "steal/lifelines.hpp"
#include "steal/policies.hpp"

namespace skua::steal {
namespace {

class round_robin_policy final : public policy_with_lifelines {
 public:
  explicit round_robin_policy(settings const& config)
      : policy_with_lifelines(config), own_place_(config.own_place), places_(config.places), last_(config.own_place) {}

  std::string name() const override { return full_name("round_robin"); }
  int next(int attempt) override {
    if (attempt >= max_attempts || attempt >= places_ - 1) return give_up;
    last_ = (last_ + 1) % places_;
    if (last_ == own_place_) last_ = (last_ + 1) % places_;
    return last_;
  }

 private:
  int own_place_;
  int places_;
  int last_;  ///< starts at this place, so that not all places ask place 0 first
};

}  // namespace

std::unique_ptr<policy> make_round_robin(named_arguments&, settings const& config) {
  return std::make_unique<round_robin_policy>(config);
}

}  // namespace skua::steal
