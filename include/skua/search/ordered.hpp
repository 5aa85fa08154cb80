// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of an ordered search, handed out in the order of the sequential search, or by
// discrepancy.
//
// In the order of the sequential search what is above the parts is not walked beforehand but by
// whoever claims the next one: then the incumbents that earlier parts have found rule out the same
// parts as in the sequential search, and one worker looks at the same nodes as that. By discrepancy
// the part that comes next may be anywhere, so all are made first; then they are claimed like the
// roots of a resumed search, and what an incumbent rules out by then is not handed out.
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

/// The positions of these numbers from the smallest to the largest, equal ones in their order.
std::vector<std::size_t> from_the_smallest(std::vector<std::int64_t> const& numbers);

/// The parts at the home of the search, in their order: the nodes of one depth, and what was lower
/// from the beginning.
template <class Walker>
class ordered_parts {
 public:
  using part = open_node<typename Walker::node>;

  void begin(std::unique_ptr<Walker> w, std::vector<part> roots, int depth) {
    walker_ = std::move(w);
    roots_ = std::move(roots);
    depth_ = depth;
  }
  /// Makes all parts, before any of them is claimed. What is a root counts as a first choice: how
  /// it was reached is not known.
  void sort_by_discrepancy() {
    std::vector<part> parts;
    std::vector<std::int64_t> discrepancies;
    for (auto one = claim(); !one.empty(); one = claim()) {
      parts.push_back(std::move(one.front()));
      discrepancies.push_back(walker_->discrepancy());
    }
    roots_.clear();
    roots_.reserve(parts.size());
    for (std::size_t const i : from_the_smallest(discrepancies)) roots_.push_back(std::move(parts[i]));
    next_ = 0;
  }
  /// The next part, alone; empty: there is none.
  std::vector<part> claim() {
    std::lock_guard const g(lock_);
    for (;;) {
      if (std::exchange(walking_, false)) {
        std::vector<part> one;
        try {
          one = walker_->next_part();
        } catch (...) {
          walker_->forget_all();
          throw;
        }
        walking_ = !one.empty();
        if (walking_) return one;
      }
      if (next_ == roots_.size()) return {};
      part& root = roots_[next_++];
      std::vector<typename Walker::node> alone{std::move(root.node)};
      walker_->begin_parts(alone, root.depth, root.weight, depth_);
      walking_ = true;
    }
  }

 private:
  skua::mutex lock_;  // held while what is above the next part is looked at, which may suspend
  std::unique_ptr<Walker> walker_;
  std::vector<part> roots_;
  int depth_ = 0;
  std::size_t next_ = 0;
  bool walking_ = false;
};

}  // namespace skua::search::detail
