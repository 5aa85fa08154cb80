// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// hierarchical: the members of the own group first, then one random member of each of some random
// other groups.
//
// A group is a node: the places at the smallest distance. Where all are equally far away, or a size
// is given, groups are consecutive places. A place knows distances from itself only, so it takes it
// that the other groups are as large as its own and their places consecutive.
#include <algorithm>
#include <utility>
#include <vector>

#include "steal/draw.hpp"
#include "steal/lifelines.hpp"
#include "steal/policies.hpp"

namespace skua::steal {
namespace {

/// How many members of the own group, and how many other groups, are asked in one hunger.
constexpr std::size_t most_of_a_level = 8;

/// About as many groups as members.
int usual_group(int places) {
  int size = 1;
  while ((size + 1) * (size + 1) <= places) ++size;
  return size;
}

class hierarchical_policy final : public policy_with_lifelines {
 public:
  hierarchical_policy(settings const& of, int group)
      : policy_with_lifelines(of), given_(group), random_(random_of(of)), members_({}), groups_(0) {
    auto const all = others(of);
    auto const farther = [&](int a, int b) { return distance_to(of, a) < distance_to(of, b); };
    auto const [nearest, farthest] = std::minmax_element(all.begin(), all.end(), farther);
    bool const nodes = group == 0 && nearest != all.end() && distance_to(of, *nearest) != distance_to(of, *farthest);
    int const size = group != 0 ? group : usual_group(of.places);
    std::vector<int> members;
    for (int const p : all) {
      bool const member = nodes ? distance_to(of, p) == distance_to(of, *nearest) : p / size == of.here / size;
      (member ? members : outside_).push_back(p);
    }
    auto const order = [&](int a, int b) {
      return std::pair(distance_to(of, a), a) < std::pair(distance_to(of, b), b);
    };
    if (nodes) std::sort(outside_.begin(), outside_.end(), order);
    // The places of one of the other groups stand side by side in outside_.
    std::size_t const length = nodes ? members.size() + 1 : static_cast<std::size_t>(size);
    for (std::size_t first = 0; first < outside_.size(); first = ends_.back()) {
      ends_.push_back(std::min(first + length, outside_.size()));
    }
    members_ = listed_places(std::move(members));
    groups_ = draw(ends_.size());
  }

  std::string name() const override {
    return given_ == 0 ? "hierarchical" : "hierarchical(" + std::to_string(given_) + ")";
  }

  int next(int attempt) override {
    auto i = static_cast<std::size_t>(attempt);
    std::size_t const inside = std::min(members_.size(), most_of_a_level);
    if (i < inside) return members_.at(i, random_);
    i -= inside;
    if (i >= std::min(groups_.size(), most_of_a_level)) return give_up;
    std::size_t const group = groups_.at(i, random_);
    std::size_t const first = group == 0 ? 0 : ends_[group - 1];
    return outside_[first + random_.below(ends_[group] - first)];
  }

 private:
  int given_;  ///< size of a group, 0: none was given
  random_source random_;
  listed_places members_;     ///< of the own group
  draw groups_;               ///< numbers of the others
  std::vector<int> outside_;  ///< their members, group after group
  std::vector<std::size_t> ends_;
};

}  // namespace

std::unique_ptr<policy> make_hierarchical(settings const& of, int group) {
  return std::make_unique<hierarchical_policy>(of, group);
}

}  // namespace skua::steal
