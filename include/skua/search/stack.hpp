// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stack of one walk: levels that stay where they are, and what share of the tree they hold.
//
// The child at hand of a level is made in the next level's place, so descending copies nothing;
// however deep the tree, a level costs its own memory and no more.
//
// S1 A level whose rest was wanted by others is `drained`: its generator is gone and what is left
// is a list.
// S2 Below `lowest`, which is drained, no level has a child left.
// S3 A level that is not in use has an empty list and lends nothing.
// S4 Weights: what a task was given is what its tracked levels still hold, and what it has given
//    away or done. A level is tracked while it holds a share worth mentioning; its children are
//    listed, so their number is known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include <skua/search/problem.hpp>

namespace skua::search::detail {

// Marks of a level; most have none.
inline constexpr std::uint32_t drained = 1;
inline constexpr std::uint32_t tracked = 2;
inline constexpr std::uint32_t over_tracked = 4;  // the level under it is tracked

template <class P>
struct level {
  using node = node_of<P>;
  using children = children_of<P>;

  level* under = nullptr;  // towards the root
  level* over = nullptr;
  std::int32_t depth = 0;  // of `at`
  std::uint32_t marks = drained;
  double child_weight = 0;  // tracked: of the tree under each child
  double lent = 0;          // of the child at hand, given away from further up
  std::size_t next_kept = 0;
  std::vector<node> kept;
  node at{};  // whose children these are; unused in the lowest level
  alignas(children) std::byte memory[sizeof(children)];

  [[nodiscard]] bool is(std::uint32_t mark) const noexcept { return (marks & mark) != 0; }
  [[nodiscard]] std::size_t left() const noexcept { return kept.size() - next_kept; }
  children& walk() noexcept { return *std::launder(reinterpret_cast<children*>(memory)); }

  SKUA_INLINE bool next(node& to) {
    if (SKUA_LIKELY(!is(drained))) {
      if (SKUA_LIKELY(walk().next(to))) return true;
      if constexpr (!std::is_trivially_destructible_v<children>) end_walk();
      return false;
    }
    if (left() == 0) return false;
    to = std::move(kept[next_kept++]);
    return true;
  }
  void end_walk() noexcept {
    walk().~children();
    marks |= drained;
  }
  /// Nothing is left.
  void drop() noexcept {
    if (!is(drained)) end_walk();
    next_kept = kept.size();
  }
  void forget() noexcept {
    drop();
    kept.clear();
    next_kept = 0;
    lent = 0;
    marks = drained;
  }
};

template <class P>
class stack {
 public:
  using node = node_of<P>;
  using floor = level<P>;

  stack() : base_(new floor) {
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
    for (floor* l = base_; l != nullptr;) delete std::exchange(l, l->over);
  }

  floor* lowest;  // S2
  double done = 0;

  [[nodiscard]] floor* base() const noexcept { return base_; }
  /// Begins anew with these nodes, of that depth. They are swapped with what was left of others.
  void begin(std::vector<node>& roots, std::int32_t depth, double weight) noexcept {
    base_->depth = depth - 1;
    base_->over->depth = depth;
    base_->marks = drained | tracked;
    base_->child_weight = roots.empty() ? 0 : weight / static_cast<double>(roots.size());
    base_->lent = 0;
    base_->kept.swap(roots);
    base_->next_kept = 0;
    lowest = base_;
    in_use_ = true;
  }
  /// Every level has been left: a deep stack need not be walked to forget it.
  void end() noexcept { in_use_ = false; }
  void grow(floor& l) {
    l.over = new floor;
    l.over->under = &l;
  }
  void forget_all() noexcept {
    if (!std::exchange(in_use_, false)) return;
    for (floor* l = base_; l != nullptr; l = l->over) l->forget();
    lowest = base_;
  }

  /// All that is left at the level becomes a list.
  void drain(floor& l) {
    if (l.is(drained)) return;
    while (l.walk().next(spare_)) l.kept.push_back(spare_);
    l.end_walk();
  }
  /// The lowest level that has a child left, drained; `top` is the highest one in use. nullptr:
  /// there is none.
  floor* lowest_with_children(floor& top) {
    for (floor* x = lowest;; x = lowest) {
      drain(*x);
      if (x->left() != 0) return x;
      if (x == &top) return nullptr;
      drain(*x->over);
      lowest = x->over;
    }
  }

  /// A level that was just opened over a tracked one.
  void track(floor& l) {
    floor const& under = *l.under;
    l.marks |= over_tracked;
    if (under.child_weight < tracked_from) return;
    drain(l);
    l.marks |= tracked;
    l.child_weight = l.kept.empty() ? 0 : (under.child_weight - under.lent) / static_cast<double>(l.kept.size());
  }
  /// The tree under the child at hand is done.
  void credit(floor& l) noexcept {
    if (!l.is(tracked)) return;
    done += l.child_weight - l.lent;
    l.lent = 0;
  }
  /// The later siblings of the child at hand are pruned with it.
  void drop_rest(floor& l) noexcept {
    credit(l);
    if (l.is(tracked)) done += l.child_weight * static_cast<double>(l.left());
    l.drop();
  }
  /// A level with marks is done.
  SKUA_NOINLINE void leave(floor& l) noexcept {
    if (l.is(over_tracked)) {
      if (!l.is(tracked) || l.kept.empty()) {
        credit(*l.under);
      } else {
        l.under->lent = 0;  // its own children have been credited, or given away
      }
    }
    l.forget();
    if (lowest == &l && l.under != nullptr) lowest = l.under;
  }
  /// What each of n children that are about to be given away weighs.
  double lend(floor& x, std::size_t n) noexcept {
    if (x.is(tracked)) return x.child_weight;
    floor* t = x.under;
    double share = 0.5;
    for (; !t->is(tracked); t = t->under) {
      share /= 2;
      if (share < nothing) return 0;
    }
    double const given =
        (t->child_weight - t->lent) * share * static_cast<double>(n) / static_cast<double>(x.left() + 1);
    t->lent += given;
    return given / static_cast<double>(n);
  }

 private:
  static constexpr double tracked_from = 1.0 / 4096;
  static constexpr double nothing = 1e-12;

  floor* base_;
  bool in_use_ = false;
  node spare_{};
};

}  // namespace skua::search::detail
