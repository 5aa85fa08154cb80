// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sets of places for which collective operations were called, or have come, at this place.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include <skua/place_set.hpp>

#include "collective/group.hpp"
#include "sched/place.hpp"

namespace skua::collective {

class groups final : public sched::attachment {
 public:
  explicit groups(sched::place& at) noexcept : place_(at) {}
  [[nodiscard]] static groups& of(sched::place& at);

  /// That of all places.
  group& all();
  /// That of a set, of which this place must be a member.
  group& of_set(place_set const& s);
  /// That with a name, for a message.
  group& named(std::uint64_t name, int members);

 private:
  group& find(std::uint64_t name, int members);
  group& introduced(std::vector<int> const& members);

  sched::place& place_;
  base::spinlock lock_;
  std::unordered_map<std::uint64_t, std::unique_ptr<group>> by_name_;
  base::atomic<group*> all_{nullptr};
};

/// The name of a set: a hash of its members.
std::uint64_t name_of(std::vector<int> const& members) noexcept;

}  // namespace skua::collective
