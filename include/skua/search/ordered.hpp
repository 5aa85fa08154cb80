// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of an ordered search, handed out in the order of the sequential search.
//
// What is above the parts is not walked beforehand but by whoever claims the next one: then the incumbents that earlier parts have
// found rule out the same parts as in the sequential search, and one worker looks at the same nodes as that.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <skua/mutex.hpp>
#include <skua/search/options.hpp>

namespace skua::search::detail {

/// The parts of an ordered search at its home, in their order: the nodes of one depth, and what was lower from the beginning.
template <class Walker>
class ordered_parts {
 public:
  using part = open_node<typename Walker::node>;

  void begin(std::unique_ptr<Walker> w, std::vector<part> roots, int depth) {
    walker_ = std::move(w);
    roots_ = std::move(roots);
    depth_ = depth;
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
      std::vector<part> one;
      if (root.depth >= depth_) {
        one.push_back(std::move(root));
        return one;
      }
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
