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
  auto const* const p = static_cast<sched::place const*>(sched::place_here());
  return p->remote != nullptr ? &static_cast<remote::node const*>(p->remote)->end() : nullptr;
}
}  // namespace

place_set::place_set(std::vector<int> members) : members_(std::move(members)) {
  std::sort(members_.begin(), members_.end());
  members_.erase(std::unique(members_.begin(), members_.end()), members_.end());
}

int place_set::rank_of(int p) const noexcept {
  auto const position = std::lower_bound(members_.begin(), members_.end(), p);
  return position != members_.end() && *position == p ? static_cast<int>(position - members_.begin()) : -1;
}

place_set place_set::all() {
  std::vector<int> members(static_cast<std::size_t>(places()));
  for (int p = 0; p < places(); ++p) members[static_cast<std::size_t>(p)] = p;
  return place_set(std::move(members));
}

place_set place_set::host() {
  transport::endpoint const* const e = end_here();
  std::vector<int> members;
  for (int p = 0; p < places(); ++p) {
    if (e == nullptr || p == e->here() || e->same_host(p)) members.push_back(p);
  }
  return place_set(std::move(members));
}

place_set place_set::neighbours(int n) {
  transport::endpoint const* const e = end_here();
  int const me = here();
  place_set const all_places = all();
  std::vector<int> by_distance(all_places.begin(), all_places.end());
  std::sort(by_distance.begin(), by_distance.end(), [&](int a, int b) {
    auto const distance = [&](int p) {
      return std::pair(e != nullptr && p != me && !e->same_host(p), std::pair(std::abs(p - me), p));
    };
    return distance(a) < distance(b);
  });
  std::size_t const members = n < 0 ? 1 : static_cast<std::size_t>(n) + 1;
  if (members < by_distance.size()) by_distance.resize(members);
  return place_set(std::move(by_distance));
}

void place_set::append(int p) { members_.push_back(p); }

}  // namespace skua
