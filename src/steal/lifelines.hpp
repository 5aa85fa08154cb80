// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The buddies of the lifeline scheme (Saraswat et al., PPoPP 2011), and the part that all policies
// share: their lifelines.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "steal/policy.hpp"

namespace skua::steal {

/// The `dimensions` buddies of a place in a cyclic hypercube: write the places with `dimensions`
/// digits to the smallest base that suffices; in each digit the buddy is the next smaller value,
/// cyclically, that makes an existing place. Fewer than `dimensions` where a digit has no other
/// value. The directed graph of all buddies is strongly connected unless `dimensions` is 0.
[[nodiscard]] std::vector<int> hypercube_buddies(int own_place, int places, int dimensions);

class policy_with_lifelines : public policy {
 public:
  explicit policy_with_lifelines(settings const& config)
      : dimensions_(config.lifelines),
        ahead_(config.ahead),
        buddies_(hypercube_buddies(config.own_place, config.places, config.lifelines)) {}
  [[nodiscard]] std::span<int const> lifelines() const final { return buddies_; }
  [[nodiscard]] bool asks_ahead() const final { return ahead_; }

 protected:
  [[nodiscard]] int dimensions() const noexcept { return dimensions_; }
  /// For name(): "name(arguments…)", with the arguments that all policies take if they are not the
  /// defaults.
  [[nodiscard]] std::string full_name(std::string const& name, std::vector<std::string> arguments = {}) const;
  /// Like full_name, for a policy with a separate argument for the number of lifelines.
  [[nodiscard]] std::string full_name_without_lifelines(std::string const& name,
                                                        std::vector<std::string> arguments) const;

 private:
  int dimensions_;
  bool ahead_;
  std::vector<int> buddies_;
};

}  // namespace skua::steal
