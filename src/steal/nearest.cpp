// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nearest: by distance, at random among those equally far away; a few of each distance, so that the
// far ones get their turn.
#include <algorithm>
#include <map>
#include <vector>

#include "steal/draw.hpp"
#include "steal/lifelines.hpp"
#include "steal/policies.hpp"

namespace skua::steal {
namespace {

/// How many places of one distance are asked in one hunger.
constexpr std::size_t most_of_a_ring = 8;

class nearest_policy final : public policy_with_lifelines {
 public:
  explicit nearest_policy(settings const& of) : policy_with_lifelines(of), random_(random_of(of)) {
    std::map<int, std::vector<int>> by_distance;
    for (int const p : others(of)) by_distance[distance_to(of, p)].push_back(p);
    for (auto& [distance, places] : by_distance) rings_.emplace_back(std::move(places));
  }

  std::string name() const override { return "nearest"; }

  int next(int attempt) override {
    auto i = static_cast<std::size_t>(attempt);
    for (auto& ring : rings_) {
      std::size_t const asked = std::min(ring.size(), most_of_a_ring);
      if (i < asked) return ring.at(i, random_);
      i -= asked;
    }
    return give_up;
  }

 private:
  random_source random_;
  std::vector<listed_places> rings_;  ///< by increasing distance
};

}  // namespace

std::unique_ptr<policy> make_nearest(settings const& of) { return std::make_unique<nearest_policy>(of); }

}  // namespace skua::steal
