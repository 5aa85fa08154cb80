// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lifeline(w, z): w random victims, then the z lifeline buddies, then it gives up (Saraswat et al.,
// PPoPP 2011; Posner and Fohry, 2018).
#include <algorithm>

#include "base/parse.hpp"
#include "steal/lazy_shuffle.hpp"
#include "steal/lifelines.hpp"
#include "steal/policies.hpp"

namespace skua::steal {
namespace {

constexpr int default_victims = 6;

class lifeline_policy final : public policy_with_lifelines {
 public:
  lifeline_policy(settings const& config, int victims)
      : policy_with_lifelines(config), random_(random_of(config)), victims_(config), w_(victims) {}

  std::string name() const override {
    return full_name_without_lifelines("lifeline", {std::to_string(w_), std::to_string(dimensions())});
  }

  int next(int attempt) override {
    auto const i = static_cast<std::size_t>(attempt);
    auto const drawn = std::min(static_cast<std::size_t>(w_), victims_.size());
    if (i < drawn) return victims_.at(i, random_);
    return i - drawn < lifelines().size() ? lifelines()[i - drawn] : give_up;
  }

 private:
  random_source random_;
  other_places victims_;
  int w_;
};

}  // namespace

std::unique_ptr<policy> make_lifeline(named_arguments& arguments, settings const& config) {
  auto const number = [](int low, int high) {
    return [low, high](std::string_view text) { return base::parse_number<int>(text, low, high); };
  };
  settings own = config;
  int victims = std::min(default_victims, config.places - 1);
  bool const is_right = arguments.is_empty() || (arguments.take_first(victims, number(0, largest_argument)) &&
                                                 arguments.take_first(own.lifelines, number(1, max_dimensions)));
  return is_right ? std::make_unique<lifeline_policy>(own, victims) : nullptr;
}

}  // namespace skua::steal
