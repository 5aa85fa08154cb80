// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// round_robin: one after the other, going on where the last hunger ended.
#include "steal/draw.hpp"
#include "steal/lifelines.hpp"
#include "steal/policies.hpp"

namespace skua::steal {
namespace {

class round_robin_policy final : public policy_with_lifelines {
 public:
  explicit round_robin_policy(settings const& of)
      : policy_with_lifelines(of), here_(of.here), places_(of.places), last_(of.here) {}

  std::string name() const override { return "round_robin"; }
  int next(int attempt) override {
    if (attempt >= most_attempts || attempt >= places_ - 1) return give_up;
    last_ = (last_ + 1) % places_;
    if (last_ == here_) last_ = (last_ + 1) % places_;
    return last_;
  }

 private:
  int here_;
  int places_;
  int last_;  ///< starts at this place, so not everybody asks place 0 first
};

}  // namespace

std::unique_ptr<policy> make_round_robin(settings const& of) { return std::make_unique<round_robin_policy>(of); }

}  // namespace skua::steal
