// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nearest: by distance, in random order among places at the same distance. It asks only a few of
// each distance, so that it also reaches the far ones.
#include <algorithm>
#include <map>
#include <vector>

#include "steal/lazy_shuffle.hpp"
#include "steal/lifelines.hpp"
#include "steal/policies.hpp"

namespace skua::steal {
namespace {

/// The number of places of one distance that it asks in one search.
constexpr std::size_t max_per_ring = 8;

class nearest_policy final : public policy_with_lifelines {
 public:
  explicit nearest_policy(settings const& config) : policy_with_lifelines(config), random_(random_of(config)) {
    std::map<int, std::vector<int>> by_distance;
    for (int const place : others(config)) by_distance[distance_to(config, place)].push_back(place);
    for (auto& [distance, places] : by_distance) rings_.emplace_back(std::move(places));
  }

  std::string name() const override { return full_name("nearest"); }

  int next(int attempt) override {
    auto i = static_cast<std::size_t>(attempt);
    for (auto& ring : rings_) {
      std::size_t const count = std::min(ring.size(), max_per_ring);
      if (i < count) return ring.at(i, random_);
      i -= count;
    }
    return give_up;
  }

 private:
  random_source random_;
  std::vector<listed_places> rings_;  ///< by increasing distance
};

}  // namespace

std::unique_ptr<policy> make_nearest(named_arguments&, settings const& config) {
  return std::make_unique<nearest_policy>(config);
}

}  // namespace skua::steal
