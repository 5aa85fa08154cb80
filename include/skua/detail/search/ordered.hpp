// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of an ordered search, handed out in the order of the sequential search, or by
// discrepancy.
//
// In the order of the sequential search, the nodes above the parts are not walked beforehand. The
// task that claims the next part walks them. So the incumbents that earlier parts have found rule
// out the same parts as in the sequential search, and one worker visits the same nodes. By
// discrepancy, the next part may be anywhere in the tree, so all parts are made first. They are
// then claimed like the roots of a resumed search, without those that an incumbent rules out by
// then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <skua/mutex.hpp>
#include <skua/search/options.hpp>

namespace skua::search::detail {

/// The indices of the numbers, sorted by number; equal numbers keep their order.
std::vector<std::size_t> from_the_smallest(std::vector<std::int64_t> const& numbers);

/// The parts, at the home of the search, in their order: the nodes of one depth, and roots that
/// were deeper from the beginning.
template <class Walker>
class ordered_parts {
 public:
  using part = open_node<typename Walker::node>;

  void begin(std::unique_ptr<Walker> walker, std::vector<part> roots, int depth) {
    walker_ = std::move(walker);
    roots_ = std::move(roots);
    depth_ = depth;
  }
  /// Makes all parts, before any of them is claimed. A root has discrepancy 0, because its path is
  /// not known.
  void sort_by_discrepancy() {
    std::vector<part> parts;
    std::vector<std::int64_t> discrepancies;
    for (auto next = claim(); !next.empty(); next = claim()) {
      parts.push_back(std::move(next.front()));
      discrepancies.push_back(walker_->discrepancy());
    }
    roots_.clear();
    roots_.reserve(parts.size());
    for (std::size_t const i : from_the_smallest(discrepancies)) roots_.push_back(std::move(parts[i]));
    next_ = 0;
  }
  /// Returns the next part, a vector of one node, or an empty one if there is none.
  std::vector<part> claim() {
    std::lock_guard const hold(lock_);
    for (;;) {
      if (std::exchange(walking_, false)) {
        std::vector<part> next;
        try {
          next = walker_->next_part();
        } catch (...) {
          walker_->forget_all();
          throw;
        }
        walking_ = !next.empty();
        if (walking_) return next;
      }
      if (next_ == roots_.size()) return {};
      part& root = roots_[next_++];
      std::vector<typename Walker::node> root_node{std::move(root.node)};
      walker_->begin_parts(root_node, root.depth, root.weight, depth_);
      walking_ = true;
    }
  }

 private:
  skua::mutex lock_;  // held while the nodes above the next part are visited, which may suspend
  std::unique_ptr<Walker> walker_;
  std::vector<part> roots_;
  int depth_ = 0;
  std::size_t next_ = 0;
  bool walking_ = false;
};

}  // namespace skua::search::detail
