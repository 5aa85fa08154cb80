// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The walk of one task through its part of the tree: depth first on a stack of its own, from which parts can be cut off.
//
// A level of the stack holds a node and its children as a generator. The child at hand is made in the next level's place, so
// descending copies nothing, and levels stay where they are: however deep the tree, a level costs its own memory and no more.
// Per node there is no allocation, no task, and one test for a wish from elsewhere (the attention word of the fibre, as in
// loops: whoever is hungry, here or at another place, sets it).
//
// I1 Each node is looked at exactly once, by whoever takes it out of its generator or list: the root and nodes that were given
//    away, too.
// I2 A level whose rest was wanted by others is `drained`: its generator is gone and what the owner keeps is a list.
// I3 Below `lowest_`, which is drained, no level has a child left.
// I4 A level that is not in use has an empty list and lends nothing.
// I5 Weights: what a task was given is what its tracked levels still hold, and what it has given away or done.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <utility>
#include <vector>

#include <skua/cancel.hpp>
#include <skua/sched/loop_run.hpp>
#include <skua/sched/self.hpp>
#include <skua/search/goals.hpp>
#include <skua/search/options.hpp>
#include <skua/search/problem.hpp>

namespace skua::search::detail {

enum class mode {
  alone,       // nobody gets anything
  shared,      // parts are cut off
  collecting,  // the nodes of one depth are put into a list instead of being looked at
};

/// Place is the state of a place (state.hpp).
template <class P, class Goal, class Place>
class engine {
 public:
  using node = node_of<P>;
  using children = children_of<P>;

  explicit engine(Place& at) : at_(at), local_(at.reducers) {}
  engine(engine const&) = delete;
  engine& operator=(engine const&) = delete;
  ~engine() {
    drop_all();
    for (level* l = base_; l != nullptr;) delete std::exchange(l, l->over);
  }

  /// Searches below and including these nodes, which have that depth and share the weight. False: stopped; what was left has
  /// been handed to the place, or the scope is cancelled.
  template <mode How>
  bool search(std::vector<node>& roots, std::int32_t depth, double weight) {
    s_ = sched::self();
    base_->depth = depth - 1;
    base_->over->depth = depth;
    base_->marks = drained | tracked;
    base_->child_weight = roots.empty() ? 0 : weight / static_cast<double>(roots.size());
    base_->lent = 0;
    base_->kept.swap(roots);
    base_->next_kept = 0;
    lowest_ = base_;
    since_cut_ = 0;
    grant(1);  // the first look at the clock and at limits comes at once
    bool const done = walk<How>();
    flush();
    local_.flush();
    base_->kept.swap(roots);
    roots.clear();
    return done;
  }
  /// After an exception.
  void drop_all() noexcept {
    for (level* l = base_; l != nullptr; l = l->over) {
      drop(*l);
      l->kept.clear();
      l->next_kept = 0;
      l->lent = 0;
    }
  }

  int collect_at = -1;                     // mode::collecting: which depth
  std::vector<open_node<node>> collected;  // in the order of the search

 private:
  // Marks of a level.
  static constexpr std::uint32_t drained = 1;       // what is left is a list (or nothing: the generator is gone)
  static constexpr std::uint32_t tracked = 2;       // child_weight is exact
  static constexpr std::uint32_t over_tracked = 4;  // the level under it is tracked

  struct level {
    level* under = nullptr;  // towards the root
    level* over = nullptr;
    std::int32_t depth = 0;        // of `at`
    std::uint32_t marks = drained;  // most levels have none
    double child_weight = 0;        // of the tree under each child
    double lent = 0;           // of the child at hand, given away from above here
    std::size_t next_kept = 0;
    std::vector<node> kept;
    node at{};  // unused in the lowest one
    alignas(children) std::byte memory[sizeof(children)];

    children& walk() noexcept { return *std::launder(reinterpret_cast<children*>(memory)); }
    std::size_t left() const noexcept { return kept.size() - next_kept; }
  };

  /// Levels that hold less of the tree are not tracked.
  static constexpr double tracked_from = 1.0 / 4096;
  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
  static constexpr std::int64_t patience = 64;  // nodes between looks at a wish that cannot be fulfilled
  static constexpr std::int64_t most_granted = 1 << 16;
  static constexpr std::chrono::microseconds between_looks{200};

  /// What the loop changes at every node is in local variables, which go back into members before anything rare is called.
  template <mode How>
  bool walk() {
    auto const& of = at_.of;
    auto const depth_limit = at_.plan.depth_limit;
    auto const scatter_below = at_.plan.scatter_below;
    sched::fibre* const s = s_;
    level* l = base_;
    std::int64_t fuel = fuel_;
    typename Goal::local local = local_;
    auto const rarely = [&](auto&& f) SKUA_INLINE_LAMBDA {
      fuel_ = fuel;
      local_ = local;
      bool const go_on = f();
      local = local_;
      fuel = fuel_;
      return go_on;
    };
    for (;;) {
      level* const a = l->over;
      if (SKUA_UNLIKELY(!next(*l, a->at))) {
        if (SKUA_UNLIKELY(l->marks != 0)) {
          leave_marked(*l);
          if (l == base_) break;
        }
        l = l->under;
        continue;
      }
      if constexpr (How == mode::shared) {
        if (SKUA_UNLIKELY(s->attention_wanted()) && fuel < look_below_ && !rarely([&] { return attend(*l); })) return give_up(*a);
      }
      if (SKUA_UNLIKELY(fuel == 0) && !rarely([&] { return refuel<How>(*l); })) return give_up(*a);
      if constexpr (How == mode::collecting) {
        if (a->depth == collect_at) {  // looked at by whoever gets it
          collected.push_back({a->at, a->depth, (l->marks & tracked) != 0 ? l->child_weight : 0.0});
          continue;
        }
      }
      --fuel;
      switch (local.visit(at_, of, a->at)) {
        case verdict::prune:
          ++prunes_;
          if ((l->marks & tracked) != 0) credit(*l);
          continue;
        case verdict::prune_rest:
          ++prunes_;
          prune_rest(*l);
          continue;
        case verdict::descend: break;
      }
      if (SKUA_UNLIKELY(a->depth == depth_limit)) {
        ++limited_;
        if ((l->marks & tracked) != 0) credit(*l);
        continue;
      }
      ::new (static_cast<void*>(a->memory)) children(of.children(std::as_const(a->at)));
      a->marks = 0;
      if (SKUA_UNLIKELY((l->marks & tracked) != 0)) {
        a->marks = over_tracked;
        track(*a, *l);
      }
      if constexpr (How == mode::shared) {
        if (SKUA_UNLIKELY(a->depth < scatter_below)) {
          (void)rarely([&] { return scatter(*a); });
          credit(*l);
          continue;
        }
      }
      if (SKUA_UNLIKELY(a->over == nullptr)) grow(*a);
      a->over->depth = a->depth + 1;
      l = a;
    }
    fuel_ = fuel;
    local_ = local;
    return true;
  }

  SKUA_INLINE bool next(level& l, node& to) {
    if (SKUA_LIKELY((l.marks & drained) == 0)) {
      if (SKUA_LIKELY(l.walk().next(to))) return true;
      l.walk().~children();
      l.marks |= std::is_trivially_destructible_v<children> ? 0 : drained;
      return false;
    }
    if (l.left() == 0) return false;
    to = std::move(l.kept[l.next_kept++]);
    return true;
  }

  void track(level& a, level& under) {
    if (under.child_weight < tracked_from) return;
    drain(a);
    a.marks |= tracked;
    a.child_weight = a.kept.empty() ? 0 : (under.child_weight - under.lent) / static_cast<double>(a.kept.size());
  }

  static void end_walk(level& l) noexcept {
    l.walk().~children();
    l.marks |= drained;
  }
  static void drop(level& l) noexcept {
    if ((l.marks & drained) == 0) end_walk(l);
    l.next_kept = l.kept.size();
  }
  /// All that is left becomes a list.
  void drain(level& l) {
    if ((l.marks & drained) != 0) return;
    while (l.walk().next(spare_)) l.kept.push_back(spare_);
    end_walk(l);
  }

  /// The tree under the child at hand is done.
  void credit(level& l) noexcept {
    done_ += l.child_weight - l.lent;
    l.lent = 0;
  }
  SKUA_NOINLINE void leave_marked(level& l) noexcept {
    if ((l.marks & over_tracked) != 0) {
      if ((l.marks & tracked) == 0 || l.kept.empty()) {
        credit(*l.under);
      } else {
        l.under->lent = 0;  // its own children have been credited, or given away
      }
    }
    l.kept.clear();
    l.next_kept = 0;
    l.lent = 0;
    l.marks = drained;
    if (lowest_ == &l && l.under != nullptr) lowest_ = l.under;
  }
  void prune_rest(level& l) noexcept {
    if ((l.marks & tracked) != 0) {
      credit(l);
      done_ += l.child_weight * static_cast<double>(l.left());
    }
    drop(l);
  }

  void grow(level& l) {
    l.over = new level;
    l.over->under = &l;
  }
  static level* first_levels() {
    auto* base = new level;
    try {
      base->over = new level;
    } catch (...) {
      delete base;
      throw;
    }
    base->over->under = base;
    return base;
  }

  // --- what happens now and then ---

  void grant(std::int64_t n) noexcept {
    if (at_.plan.budget != 0) n = std::min(n, std::max<std::int64_t>(1, at_.plan.budget - since_cut_));
    granted_ = fuel_ = n;
    look_below_ = never;
  }

  /// Counters to the place.
  void flush() {
    std::int64_t const looked_at = granted_ - fuel_;
    granted_ = fuel_;
    since_cut_ += looked_at;
    auto const nodes = static_cast<std::uint64_t>(looked_at);
    std::uint64_t const prunes = std::exchange(prunes_, 0);
    // Every node that was opened has been left, or will be before the end.
    at_.count({nodes, prunes, nodes - prunes - std::exchange(limited_, 0), 0, std::exchange(cuts_, 0), 0});
    at_.progressed(static_cast<std::uint64_t>(looked_at), std::exchange(done_, 0.0));
  }

  /// False: stop.
  template <mode How>
  SKUA_NOINLINE bool refuel(level& l) {
    auto const now = std::chrono::steady_clock::now();
    bool const quick = now - granted_at_ < between_looks;
    std::int64_t const n = std::max<std::int64_t>(1, granted_);
    granted_at_ = now;
    flush();
    if (at_.stopped()) {
      keep_open(l);
      return false;
    }
    if (skua::cancelled()) return false;
    if constexpr (How != mode::shared) {
      if (s_->attention_wanted()) sched::push_slow(s_);  // others may have waited for long
    } else {
      if (at_.plan.budget != 0 && since_cut_ >= at_.plan.budget) {
        (void)cut(l, true, false);
        since_cut_ = 0;
      }
    }
    grant(quick ? std::min(2 * n, most_granted) : std::max<std::int64_t>(1, n / 2));
    return true;
  }

  /// Somebody wants something. False: the scope has been cancelled.
  SKUA_NOINLINE bool attend(level& l) {
    if (sched::loop_must_stop(s_)) return false;
    bool const has_tasks = s_->top() > s_->tail.load(std::memory_order_relaxed);  // relaxed: a hint
    if (has_tasks || !at_.plan.on_demand || !cut(l, at_.plan.chunked, at_.plan.chunked)) sched::push_slow(s_);
    look_below_ = s_->attention_wanted() ? fuel_ - patience : never;
    return true;
  }

  /// Gives away half or all of what is left at the lowest level that has any, as a task for each node, or as one task.
  bool cut(level& l, bool all, bool in_one) {
    for (level* x = lowest_;; x = x->over) {
      drain(*x);
      drop_hopeless(*x);
      if (x->left() != 0) {
        give(*x, all ? x->left() : (x->left() + 1) / 2, in_one);
        ++cuts_;
        return true;
      }
      if (x == &l) return false;
      drain(*x->over);
      lowest_ = x->over;
    }
  }
  /// What would be pruned does not travel.
  void drop_hopeless(level& x) {
    for (std::size_t i = x.next_kept; i < x.kept.size();) {
      if (!local_.hopeless(at_.goal, at_.of, x.kept[i])) {
        ++i;
        continue;
      }
      x.kept.erase(x.kept.begin() + static_cast<std::ptrdiff_t>(i));
      ++prunes_;
      ++granted_;  // counted as looked at
      if ((x.marks & tracked) != 0) done_ += x.child_weight;
    }
  }
  void give(level& x, std::size_t n, bool in_one) {
    double const each = lend(x, n);
    auto const first = x.kept.begin() + static_cast<std::ptrdiff_t>(x.next_kept);
    auto const last = first + static_cast<std::ptrdiff_t>(n);
    x.next_kept += n;
    std::int32_t const depth = x.depth + 1;
    if (in_one && n > 1) {
      at_.spawn_many(std::vector<node>(std::make_move_iterator(first), std::make_move_iterator(last)), depth, each * static_cast<double>(n));
    } else {
      for (auto at = first; at != last; ++at) at_.spawn_one(*at, depth, each);  // the first is the oldest, and taken first
    }
  }
  /// What each of n children that are given away weighs.
  double lend(level& x, std::size_t n) noexcept {
    if ((x.marks & tracked) != 0) return x.child_weight;
    level* t = x.under;
    double share = 0.5;
    for (; (t->marks & tracked) == 0; t = t->under) share /= 2;
    double const given = (t->child_weight - t->lent) * share * static_cast<double>(n) / static_cast<double>(x.left() + 1);
    t->lent += given;
    return given / static_cast<double>(n);
  }

  /// Every child becomes a task: the best is the newest, and what this worker goes on with.
  SKUA_NOINLINE bool scatter(level& a) {
    level& under = *a.under;
    drain(a);
    if (a.kept.empty()) return true;
    a.marks |= tracked;
    a.child_weight = (under.child_weight - under.lent) / static_cast<double>(a.kept.size());
    under.lent = under.child_weight;
    drop_hopeless(a);
    for (std::size_t i = a.kept.size(); i-- > a.next_kept;) at_.spawn_one(a.kept[i], a.depth + 1, a.child_weight);
    ++cuts_;
    a.kept.clear();
    a.next_kept = 0;
    return true;
  }

  /// The child at hand was not looked at.
  bool give_up(level& a) {
    if (at_.stopped()) at_.keep({a.at, a.depth, 0.0});
    drop_all();
    return false;
  }
  void keep_open(level& top) {
    for (level* l = lowest_;; l = l->over) {
      drain(*l);
      for (std::size_t i = l->next_kept; i < l->kept.size(); ++i) at_.keep({l->kept[i], l->depth + 1, (l->marks & tracked) != 0 ? l->child_weight : 0.0});
      if (l == &top) return;
    }
  }

  Place& at_;
  typename Goal::local local_;
  sched::fibre* s_ = nullptr;
  level* base_ = first_levels();
  level* lowest_ = nullptr;
  std::int64_t fuel_ = 0;     // nodes until the next look around
  std::int64_t granted_ = 0;  // minus fuel_: nodes since the last flush
  std::int64_t look_below_ = never;
  std::int64_t since_cut_ = 0;
  std::uint64_t prunes_ = 0, limited_ = 0, cuts_ = 0;
  double done_ = 0;
  std::chrono::steady_clock::time_point granted_at_{};
  node spare_{};
};

}  // namespace skua::search::detail
