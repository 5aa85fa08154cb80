// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rendezvous of the members of place_sets: how often each set was used at this place, and how
// many members have come so far.
#pragma once

#include <climits>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <skua/event.hpp>
#include <skua/spmd.hpp>

namespace skua::remote {

class rendezvous_table {
 public:
  using key = std::pair<std::vector<int>, std::uint64_t>;  // members, round

  struct entry {
    std::mutex lock;
    int arrived = 0;
    int error_rank = INT_MAX;
    share_of_scope total;
    event complete;
  };

  /// At the root of the set.
  std::shared_ptr<entry> at(key const& k);
  void forget(key const& k);
  /// At each member: the number of its calls with this set.
  std::uint64_t next_round(std::vector<int> const& members);

 private:
  std::mutex lock_;
  std::map<key, std::shared_ptr<entry>> open_;
  std::map<std::vector<int>, std::uint64_t> rounds_;
};

}  // namespace skua::remote
