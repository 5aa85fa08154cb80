// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sets of places for which this place has called collective operations or received messages.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include <skua/place_set.hpp>

#include "collective/group.hpp"
#include "core/place.hpp"

namespace skua::collective {

class groups final : public sched::attachment {
 public:
  explicit groups(sched::place& at) noexcept : place_(at) {}
  [[nodiscard]] static groups& of(sched::place& at);

  /// The group of all places.
  group& all();
  /// The group of a set; this place must be a member.
  group& of_set(place_set const& set);
  /// The group with this name, for a message.
  group& named(std::uint64_t name, int members);

 private:
  group& find(std::uint64_t name, int members);
  group& group_of(std::vector<int> const& members);

  sched::place& place_;
  base::spinlock lock_;
  std::unordered_map<std::uint64_t, std::unique_ptr<group>> by_name_;
  base::atomic<group*> whole_group_{nullptr};
};

/// The name of a set: a hash of its members.
std::uint64_t name_of(std::vector<int> const& members) noexcept;

/// upper_layers::collective_message.
void on_message(remote::node& at, int from, transport::bytes body);

}  // namespace skua::collective
