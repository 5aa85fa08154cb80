// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Edge ALL: the group of all places, with its members set.
#include "collective/groups.hpp"
#include "base/random.hpp"

#include <cstring>
#include <numeric>

namespace skua::collective {

std::uint64_t name_of(std::vector<int> const& members) noexcept {
  std::uint64_t h = 0xcbf29ce484222325u ^ members.size();
  for (int const p : members) h = base::mixed(h + static_cast<std::uint64_t>(p));
  return h;
}

groups& groups::of(sched::place& at) {
  auto const make = [](sched::place& p) -> std::unique_ptr<sched::attachment> { return std::make_unique<groups>(p); };
  return static_cast<groups&>(at.attachment_of(sched::upper_layer::collective, make));
}

group& groups::find(std::uint64_t name, int members) {
  base::spin_guard const hold(lock_);
  auto& g = by_name_[name];
  if (g == nullptr) g = std::make_unique<group>(name, members);
  return *g;
}

group& groups::named(std::uint64_t name, int members) { return find(name, members); }

group& groups::group_of(std::vector<int> const& members) {
  // the width of message_head::members
  base::check(members.size() <= 65'535, "a collective operation: expected at most 65535 members");
  group& g = find(name_of(members), static_cast<int>(members.size()));
  base::check(g.set_members(members, place_),
              "two different sets of places have the same name; use another one of them");
  return g;
}

group& groups::all() {
  if (group* const g = whole_group_.load(std::memory_order_acquire)) return *g;  // sync: ALL <- all
  std::vector<int> members(static_cast<std::size_t>(place_.total));
  std::iota(members.begin(), members.end(), 0);
  group& g = group_of(members);
  whole_group_.store(&g, std::memory_order_release);  // sync: ALL -> all
  return g;
}

group& groups::of_set(place_set const& s) {
  base::check(s.contains(place_.number),
              "a collective operation was called at a place that is not a member of its set");
  return group_of({s.begin(), s.end()});
}

void on_message(remote::node& at, int from, transport::bytes body) {
  message_head head;
  base::check(body.size() >= sizeof head, "internal: a message of a collective operation is too short");
  std::memcpy(&head, body.data(), sizeof head);
  groups::of(at.place()).named(head.set, head.members).received(from, head, body.subspan(sizeof head));
}

}  // namespace skua::collective
