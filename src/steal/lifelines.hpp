// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The buddies of the lifeline scheme (Saraswat et al., PPoPP 2011), and the part that all policies
// share: their lifelines.
#pragma once

#include <span>
#include <vector>

#include "steal/policy.hpp"

namespace skua::steal {

/// The z buddies of a place in a cyclic hypercube: write the places with z digits to the smallest
/// base that suffices; in each digit the buddy is the next smaller value, cyclically, that makes an
/// existing place. Fewer than z where a digit has no other value. The directed graph of all buddies
/// is strongly connected.
[[nodiscard]] std::vector<int> hypercube_buddies(int own_place, int places, int z);

/// The default of z, as in APGAS.
inline constexpr int default_dimensions = 2;

class policy_with_lifelines : public policy {
 public:
  explicit policy_with_lifelines(settings const& config, int z = default_dimensions)
      : buddies_(hypercube_buddies(config.own_place, config.places, z)) {}
  [[nodiscard]] std::span<int const> lifelines() const final { return buddies_; }

 private:
  std::vector<int> buddies_;
};

}  // namespace skua::steal
