// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stack of one walk: levels with stable addresses, and their shares of the tree.
//
// The current child of a level is made in the memory of the next level, so descending copies
// nothing. A level costs its own memory only, at any depth of the tree.
//
//   STACK-1  A level whose remaining children were needed for other tasks is `drained`: its
//     generator is destroyed, and the remaining children are in a list.
//   STACK-2  Below `lowest`, which is drained, no level has a child left.
//   STACK-3  A level that is not in use has an empty list, and has given no weight away.
//   STACK-4  Weights: the weight that a task got equals the weight that its tracked levels still
//     hold, plus that of nodes given away or done. A level is tracked while its share is large
//     enough (tracked_from); its children are in the list, so their number is known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include <skua/search/problem.hpp>

namespace skua::search::detail {

// Marks of a level; most levels have none.
inline constexpr std::uint32_t drained = 1;
inline constexpr std::uint32_t tracked = 2;
inline constexpr std::uint32_t lower_tracked = 4;  // the next lower level is tracked

template <class P>
struct level {
  using node = node_of<P>;
  using children = children_of<P>;

  level* lower = nullptr;  // towards the root
  level* upper = nullptr;
  std::int32_t depth = 0;  // depth of `root`
  std::uint32_t marks = drained;
  double child_weight = 0;  // if tracked: weight of the subtree of each child
  double weight_given = 0;  // weight of the current child that higher levels have given away
  std::size_t next_in_list = 0;
  std::vector<node> list;
  node root{};  // the parent of these children; unused in the base level
  alignas(children) std::byte memory[sizeof(children)];

  [[nodiscard]] bool is(std::uint32_t mark) const noexcept { return (marks & mark) != 0; }
  [[nodiscard]] std::size_t remaining() const noexcept { return list.size() - next_in_list; }
  children& walk() noexcept { return *std::launder(reinterpret_cast<children*>(memory)); }

  SKUA_INLINE bool next(node& to) {
    if (SKUA_LIKELY(!is(drained))) {
      if (SKUA_LIKELY(walk().next(to))) return true;
      if constexpr (!std::is_trivially_destructible_v<children>) end_walk();
      return false;
    }
    if (remaining() == 0) return false;
    to = std::move(list[next_in_list++]);
    return true;
  }
  void end_walk() noexcept {
    walk().~children();
    marks |= drained;
  }
  /// Drops the remaining children.
  void drop() noexcept {
    if (!is(drained)) end_walk();
    next_in_list = list.size();
  }
  void forget() noexcept {
    drop();
    list.clear();
    next_in_list = 0;
    weight_given = 0;
    marks = drained;
  }
};

template <class P>
class stack {
 public:
  using node = node_of<P>;
  using level_type = level<P>;

  stack() : base_(new level_type) {
    try {
      grow(*base_);
    } catch (...) {
      delete base_;
      throw;
    }
    lowest = base_;
  }
  stack(stack const&) = delete;
  stack& operator=(stack const&) = delete;
  ~stack() {
    forget_all();
    for (level_type* level = base_; level != nullptr;) delete std::exchange(level, level->upper);
  }

  level_type* lowest;  // STACK-2
  double done = 0;

  [[nodiscard]] level_type* base() const noexcept { return base_; }
  /// The number of levels in use, without the base. `top`: the highest one.
  [[nodiscard]] std::int64_t levels_open(level_type const& top) const noexcept { return top.depth - base_->depth; }
  /// Begins a walk of these nodes, which have this depth. `roots` gets the old contents of the
  /// list.
  void begin(std::vector<node>& roots, std::int32_t depth, double weight) noexcept {
    base_->depth = depth - 1;
    base_->upper->depth = depth;
    base_->marks = drained | tracked;
    base_->child_weight = roots.empty() ? 0 : weight / static_cast<double>(roots.size());
    base_->weight_given = 0;
    base_->list.swap(roots);
    base_->next_in_list = 0;
    lowest = base_;
    in_use_ = true;
  }
  /// Every level has been left, so forget_all need not visit the levels of a deep stack.
  void end() noexcept { in_use_ = false; }
  void grow(level_type& level) {
    level.upper = new level_type;
    level.upper->lower = &level;
  }
  void forget_all() noexcept {
    if (!std::exchange(in_use_, false)) return;
    for (level_type* level = base_; level != nullptr; level = level->upper) level->forget();
    lowest = base_;
  }

  /// Moves the remaining children of the level to its list.
  void drain(level_type& level) {
    if (level.is(drained)) return;
    while (level.walk().next(spare_)) level.list.push_back(spare_);
    level.end_walk();
  }
  /// Returns the lowest level that has a child left, drained; nullptr if there is none. `top`: the
  /// highest level in use.
  level_type* lowest_with_children(level_type& top) {
    for (level_type* level = lowest;; level = lowest) {
      drain(*level);
      if (level->remaining() != 0) return level;
      if (level == &top) return nullptr;
      drain(*level->upper);
      lowest = level->upper;
    }
  }

  /// Called for a level that was just opened on top of a tracked one: tracks it if it is large
  /// enough.
  void track(level_type& level) {
    level_type const& lower = *level.lower;
    level.marks |= lower_tracked;
    if (lower.child_weight < tracked_from) return;
    drain(level);
    level.marks |= tracked;
    level.child_weight =
        level.list.empty() ? 0 : (lower.child_weight - lower.weight_given) / static_cast<double>(level.list.size());
  }
  /// Counts the subtree of the current child as done.
  void credit(level_type& level) noexcept {
    if (!level.is(tracked)) return;
    done += level.child_weight - level.weight_given;
    level.weight_given = 0;
  }
  /// Prunes the current child and its later siblings.
  void drop_siblings(level_type& level) noexcept {
    credit(level);
    if (level.is(tracked)) done += level.child_weight * static_cast<double>(level.remaining());
    level.drop();
  }
  /// Leaves a level with marks; its children are done.
  SKUA_NOINLINE void leave(level_type& level) noexcept {
    if (level.is(lower_tracked)) {
      if (!level.is(tracked) || level.list.empty()) {
        credit(*level.lower);
      } else {
        level.lower->weight_given = 0;  // its own children have been credited, or given away
      }
    }
    level.forget();
    if (lowest == &level && level.lower != nullptr) lowest = level.lower;
  }
  /// Returns the weight of each of n children that are about to be given away. If the level is not
  /// tracked, the weight is taken from the current child of the next lower tracked level.
  double give_weight(level_type& from_level, std::size_t n) noexcept {
    if (from_level.is(tracked)) return from_level.child_weight;
    level_type* level = from_level.lower;
    double share = 0.5;
    for (; !level->is(tracked); level = level->lower) {
      share /= 2;
      if (share < min_share) return 0;
    }
    double const total = (level->child_weight - level->weight_given) * share * static_cast<double>(n) /
                         static_cast<double>(from_level.remaining() + 1);
    level->weight_given += total;
    return total / static_cast<double>(n);
  }

 private:
  static constexpr double tracked_from = 1.0 / 4096;
  static constexpr double min_share = 1e-12;

  level_type* base_;
  bool in_use_ = false;
  node spare_{};
};

}  // namespace skua::search::detail
