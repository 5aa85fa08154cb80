// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Edge ALL: the group of all places, with its members set.
#include "collective/groups.hpp"
#include "base/random.hpp"

#include <cstring>
#include <numeric>

namespace skua::collective {

std::uint64_t name_of(std::vector<int> const& members) noexcept {
  std::uint64_t hash = 0xcbf29ce484222325u ^ members.size();
  for (int const place : members) hash = base::mixed(hash + static_cast<std::uint64_t>(place));
  return hash;
}

groups& groups::of(sched::place& at) {
  auto const make = [](sched::place& place) -> std::unique_ptr<sched::attachment> {
    return std::make_unique<groups>(place);
  };
  return static_cast<groups&>(at.attachment_of(sched::upper_layer::collective, make));
}

group& groups::find(std::uint64_t name, int members) {
  base::spin_guard const hold(lock_);
  auto& entry = by_name_[name];
  if (entry == nullptr) entry = std::make_unique<group>(name, members);
  return *entry;
}

group& groups::named(std::uint64_t name, int members) { return find(name, members); }

group& groups::group_of(std::vector<int> const& members) {
  // the width of message_head::members
  base::check(members.size() <= 65'535, "a collective operation: expected at most 65535 members");
  group& entry = find(name_of(members), static_cast<int>(members.size()));
  base::check(entry.set_members(members, place_),
              "two different sets of places have the same name; use another one of them");
  return entry;
}

group& groups::all() {
  if (group* const entry = whole_group_.load(std::memory_order_acquire)) return *entry;  // sync: ALL <- all
  std::vector<int> members(static_cast<std::size_t>(place_.total));
  std::iota(members.begin(), members.end(), 0);
  group& entry = group_of(members);
  whole_group_.store(&entry, std::memory_order_release);  // sync: ALL -> all
  return entry;
}

group& groups::of_set(place_set const& set) {
  base::check(set.contains(place_.number),
              "a collective operation was called at a place that is not a member of its set");
  return group_of({set.begin(), set.end()});
}

void on_message(remote::node& at, int from, transport::bytes body) {
  message_head head;
  base::check(body.size() >= sizeof head, "internal: a message of a collective operation is too short");
  std::memcpy(&head, body.data(), sizeof head);
  groups::of(at.place()).named(head.set, head.members).received(from, head, body.subspan(sizeof head));
}

}  // namespace skua::collective
