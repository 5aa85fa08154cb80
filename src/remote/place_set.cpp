// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/place_set.hpp>

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include <skua/place.hpp>

#include "remote/node.hpp"

namespace skua {
namespace {
transport::endpoint const* end_here() {
  auto const* const place = static_cast<sched::place const*>(sched::place_here());
  return place->remote != nullptr ? &static_cast<remote::node const*>(place->remote)->end() : nullptr;
}
}  // namespace

place_set::place_set(std::vector<int> members) : members_(std::move(members)) {
  std::sort(members_.begin(), members_.end());
  members_.erase(std::unique(members_.begin(), members_.end()), members_.end());
}

int place_set::rank_of(int place) const noexcept {
  auto const position = std::lower_bound(members_.begin(), members_.end(), place);
  return position != members_.end() && *position == place ? static_cast<int>(position - members_.begin()) : -1;
}

place_set place_set::all() {
  std::vector<int> members(static_cast<std::size_t>(places()));
  for (int place = 0; place < places(); ++place) members[static_cast<std::size_t>(place)] = place;
  return place_set(std::move(members));
}

place_set place_set::host() {
  transport::endpoint const* const endpoint = end_here();
  std::vector<int> members;
  for (int place = 0; place < places(); ++place) {
    if (endpoint == nullptr || place == endpoint->here() || endpoint->same_host(place)) members.push_back(place);
  }
  return place_set(std::move(members));
}

place_set place_set::neighbours(int n) {
  transport::endpoint const* const endpoint = end_here();
  int const me = here();
  place_set const all_places = all();
  std::vector<int> by_distance(all_places.begin(), all_places.end());
  std::sort(by_distance.begin(), by_distance.end(), [&](int left, int right) {
    auto const distance = [&](int place) {
      return std::pair(endpoint != nullptr && place != me && !endpoint->same_host(place),
                       std::pair(std::abs(place - me), place));
    };
    return distance(left) < distance(right);
  });
  std::size_t const members = n < 0 ? 1 : static_cast<std::size_t>(n) + 1;
  if (members < by_distance.size()) by_distance.resize(members);
  return place_set(std::move(by_distance));
}

void place_set::append(int place) { members_.push_back(place); }

}  // namespace skua
