// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// hierarchical: the members of this place's group first, then one random member of each of some
// random other groups.
//
// A group is a node: the places at the smallest distance. If all are at the same distance, or the
// option gives a size, groups are consecutive places. A place knows only distances from itself, so
// it assumes that the other groups have the size of this one, and that their places are
// consecutive.
#include <algorithm>
#include <utility>
#include <vector>

#include "base/parse.hpp"
#include "steal/lazy_shuffle.hpp"
#include "steal/lifelines.hpp"
#include "steal/policies.hpp"

namespace skua::steal {
namespace {

/// The numbers of members of its group and of other groups that a place asks in one search.
constexpr std::size_t max_per_level = 8;

/// About as many groups as members.
int default_group(int places) {
  int size = 1;
  while ((size + 1) * (size + 1) <= places) ++size;
  return size;
}

class hierarchical_policy final : public policy_with_lifelines {
 public:
  hierarchical_policy(settings const& config, int group)
      : policy_with_lifelines(config), group_size_(group), random_(random_of(config)), members_({}), groups_(0) {
    auto const places = others(config);
    auto const nearer = [&](int left, int right) { return distance_to(config, left) < distance_to(config, right); };
    auto const [nearest, farthest] = std::minmax_element(places.begin(), places.end(), nearer);
    bool const nodes =
        group == 0 && nearest != places.end() && distance_to(config, *nearest) != distance_to(config, *farthest);
    int const size = group != 0 ? group : default_group(config.places);
    std::vector<int> members;
    for (int const place : places) {
      bool const member =
          nodes ? distance_to(config, place) == distance_to(config, *nearest) : place / size == config.own_place / size;
      (member ? members : other_members_).push_back(place);
    }
    auto const order = [&](int left, int right) {
      return std::pair(distance_to(config, left), left) < std::pair(distance_to(config, right), right);
    };
    if (nodes) std::sort(other_members_.begin(), other_members_.end(), order);
    // The places of each other group are side by side in other_members_.
    std::size_t const length = nodes ? members.size() + 1 : static_cast<std::size_t>(size);
    for (std::size_t first = 0; first < other_members_.size(); first = ends_.back()) {
      ends_.push_back(std::min(first + length, other_members_.size()));
    }
    members_ = listed_places(std::move(members));
    groups_ = lazy_shuffle(ends_.size());
  }

  std::string name() const override {
    return group_size_ == 0 ? full_name("hierarchical") : full_name("hierarchical", {std::to_string(group_size_)});
  }

  int next(int attempt) override {
    auto i = static_cast<std::size_t>(attempt);
    std::size_t const inside = std::min(members_.size(), max_per_level);
    if (i < inside) return members_.at(i, random_);
    i -= inside;
    if (i >= std::min(groups_.size(), max_per_level)) return give_up;
    std::size_t const group = groups_.at(i, random_);
    std::size_t const first = group == 0 ? 0 : ends_[group - 1];
    return other_members_[first + random_.below(ends_[group] - first)];
  }

 private:
  int group_size_;  ///< size of a group, 0: the option has none
  random_source random_;
  listed_places members_;           ///< of this place's group
  lazy_shuffle groups_;             ///< numbers of the other groups
  std::vector<int> other_members_;  ///< their members, group after group
  std::vector<std::size_t> ends_;
};

}  // namespace

std::unique_ptr<policy> make_hierarchical(named_arguments& arguments, settings const& config) {
  auto const size = [](std::string_view text) { return base::parse_number<int>(text, 1, largest_argument); };
  int group = 0;
  bool const is_right = arguments.is_empty() || arguments.take_first(group, size);
  return is_right ? std::make_unique<hierarchical_policy>(config, group) : nullptr;
}

}  // namespace skua::steal
