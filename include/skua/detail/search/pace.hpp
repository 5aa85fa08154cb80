// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The number of nodes that a walk visits until it looks at the clock, the limits and its budget
// again; and whether it has used up the budget after which it cuts.
//
//   PACE-1  Backtracks since the last cut = nodes opened since then + levels open then - levels
//     open now. For opening a node adds one level, a backtrack removes one, and nothing else
//     changes their number. So the loop of the engine counts no backtracks.
//   PACE-2  No walk exceeds its budget in backtracks unnoticed. Until the next check it visits at
//     most budget - opened - levels open at the cut nodes. Each opens at most one level, so even a
//     walk that then leaves all its levels at once has not made more backtracks than the budget.
//     Where that number is not positive, the walk checks before each node.
#pragma once

#include <algorithm>
#include <cstdint>

namespace skua::search::detail {

class pace {
 public:
  /// The numbers of nodes and of backtracks after which a walk cuts; 0: not for that reason.
  pace(std::int64_t node_budget, std::int64_t backtrack_budget) noexcept
      : node_budget_(node_budget), backtrack_budget_(backtrack_budget) {}

  /// The walk counts it down at every node; at 0 it calls extend.
  std::int64_t nodes_until_poll = 0;

  void begin() noexcept {
    nodes_until_poll = granted_ = remainder_ = 0;
    begin_budget(0);
  }
  /// Begins a new budget, at a cut with `levels_open` open levels.
  void begin_budget(std::int64_t levels_open) noexcept {
    visited_ = opened_ = 0;
    levels_at_cut_ = levels_open;
  }
  /// The next check of clock and limits comes after n nodes; one of the budget may come before.
  /// `closed`, here and below: nodes that were visited since the last `take`, but not opened.
  void grant(std::int64_t n, std::int64_t closed) noexcept {
    remainder_ = node_budget_ != 0 ? (std::min)(n, std::max<std::int64_t>(1, node_budget_ - visited_)) : n;
    resume(closed);
  }
  /// Returns how many nodes the walk may visit before it checks the clock and the limits; 0 if it
  /// must check them now, or cut.
  std::int64_t extend(std::int64_t levels_open, std::int64_t closed) noexcept {
    return remainder_ == 0 || is_used(levels_open, closed) ? 0 : resume(closed);
  }
  [[nodiscard]] bool is_used(std::int64_t levels_open, std::int64_t closed) const noexcept {
    if (backtrack_budget_ != 0) return opened(closed) + levels_at_cut_ - levels_open >= backtrack_budget_;
    return node_budget_ != 0 && visited_ >= node_budget_;
  }

  /// Adds n nodes to those visited; the loop has not counted them. May be negative.
  void add_visited(std::int64_t n) noexcept { granted_ += n; }
  /// The walk must visit no more nodes.
  void stop() noexcept { nodes_until_poll = granted_ = 0; }
  /// Returns the number of nodes visited since the last call.
  std::int64_t take(std::int64_t closed) noexcept {
    std::int64_t const visited = visited_since_take();
    visited_ += visited;
    opened_ += visited - closed;
    granted_ = nodes_until_poll;
    return visited;
  }
  /// The nodes of the grants since the last call of `take`.
  [[nodiscard]] std::int64_t granted() const noexcept { return granted_; }

 private:
  [[nodiscard]] std::int64_t visited_since_take() const noexcept { return granted_ - nodes_until_poll; }
  [[nodiscard]] std::int64_t opened(std::int64_t closed) const noexcept {
    return opened_ + visited_since_take() - closed;
  }
  std::int64_t resume(std::int64_t closed) noexcept {
    std::int64_t n = remainder_;
    if (backtrack_budget_ != 0)
      n = (std::min)(n, std::max<std::int64_t>(1, backtrack_budget_ - opened(closed) - levels_at_cut_));
    remainder_ -= n;
    granted_ += n - nodes_until_poll;
    nodes_until_poll = n;
    return n;
  }

  std::int64_t const node_budget_;
  std::int64_t const backtrack_budget_;
  std::int64_t granted_ = 0;    // minus nodes_until_poll: nodes visited since the last `take`
  std::int64_t remainder_ = 0;  // nodes of the last grant that come after nodes_until_poll
  std::int64_t visited_ = 0;    // since the cut, up to the last `take`
  std::int64_t opened_ = 0;     // of these
  std::int64_t levels_at_cut_ = 0;
};

}  // namespace skua::search::detail
