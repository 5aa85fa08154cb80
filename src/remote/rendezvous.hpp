// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rendezvous of the members of place_sets, along a tree of members (base/wide_tree.hpp): how
// often each set was used at this place, and which of this place and its children have come so far.
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
    explicit entry(int missing_shares) : missing(missing_shares) {}

    std::mutex lock;
    int missing;  // shares that have not come: of the children's subtrees, and the place's own
    int error_rank = INT_MAX;
    share_of_scope total;  // of the subtree; then of all members
    event complete;        // `total` is that of all members
  };

  /// The entry, made by its first call.
  std::shared_ptr<entry> at(key const& key, int shares);
  /// The entry, which the table then forgets.
  std::shared_ptr<entry> take(key const& key);
  /// At each member: the number of its calls with this set.
  std::uint64_t next_round(std::vector<int> const& members);

 private:
  std::mutex lock_;
  std::map<key, std::shared_ptr<entry>> open_;
  std::map<std::vector<int>, std::uint64_t> rounds_;
};

}  // namespace skua::remote
