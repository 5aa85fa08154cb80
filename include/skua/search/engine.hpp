// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The walk of one task through its part of the tree: depth first on a stack of its own, from which
// parts can be cut off.
//
// Per node there is no allocation, no task, and one test for a wish from elsewhere (the attention
// word of the fibre, as in loops: whoever is hungry, here or at another place, sets it).
//
// I1 Each node is looked at exactly once, by whoever takes it out of its generator or list: the
//    root and nodes that were given away, too. What is found hopeless when it is about to be given
//    away counts as looked at, and pruned.
// I2 When `walk` gives up, every node that was not looked at has been handed to the place, unless
// the scope is cancelled.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <new>
#include <utility>
#include <vector>

#include <skua/cancel.hpp>
#include <skua/place.hpp>
#include <skua/sched/loop_run.hpp>
#include <skua/sched/self.hpp>
#include <skua/search/goals.hpp>
#include <skua/search/options.hpp>
#include <skua/search/rests.hpp>
#include <skua/search/stack.hpp>

namespace skua::search::detail {

enum class mode {
  whole,  // all that is below the roots; parts are cut off if the coordination says so
  parts,  // stops at each node of one depth, which is a part for somebody else, and goes on after it
};

/// Place is the state of a place (state.hpp).
template <class P, class Goal, class Place>
class engine {
 public:
  using node = node_of<P>;
  using turn = typename rests<node>::turn;

  explicit engine(Place& at) : at_(at), local_(at.reducers) {}
  engine(engine const&) = delete;
  engine& operator=(engine const&) = delete;

  /// Searches these nodes, which have that depth and share the weight, and what is below them.
  /// False: stopped; or the scope is cancelled. Leaves `roots` empty. With a turn it goes on with
  /// what others have left, and leaves them something now and then.
  bool search(std::vector<node>& roots, std::int32_t depth, double weight, turn* in_turn = nullptr) {
    begin(roots, depth, weight);
    turn_ = in_turn;
    bool done = walk<mode::whole>();
    while (done && in_turn != nullptr && in_turn->take_first(roots, depth, weight)) {
      stack_.end();
      stack_.begin(roots, depth, weight);
      go_on_at_ = stack_.base();
      ++parts_;
      done = walk<mode::whole>();
    }
    if (done) stack_.end();
    flush();
    local_.flush();
    roots.clear();
    return done;
  }
  /// After an exception.
  void forget_all() noexcept { stack_.forget_all(); }

  // Instead: the nodes of one depth, one by one in the order of the search, while what is above
  // them is looked at when it is its turn. So a part that an incumbent found meanwhile rules out is
  // never made; prune_level sees siblings in their order.

  /// Roots that are that deep already are parts themselves.
  void begin_parts(std::vector<node>& roots, std::int32_t depth, double weight, int depth_of_parts) {
    begin(roots, depth, weight);
    roots.clear();
    part_at_ = std::max(depth, depth_of_parts);
    departures_.assign(1, 0);
  }
  /// The next one, alone; empty: there is none, or the search was stopped. Any task may ask.
  std::vector<open_node<node>> next_part() {
    s_ = sched::self();
    part_.clear();
    if (at_.stopped()) fuel_ = granted_ = 0;  // by somebody who looked at a part: nothing more is looked at here
    if (walk<mode::parts>() && part_.empty()) stack_.end();
    flush();
    local_.flush();
    return std::move(part_);
  }
  /// Of the part that came last: how many siblings stand before the nodes on the way to it, whether
  /// or not they were pruned.
  [[nodiscard]] std::int64_t discrepancy() const noexcept { return departures_.back() - 1; }

 private:
  using floor = level<P>;

  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
  static constexpr std::int64_t patience = 64;  // nodes between looks at a wish that cannot be fulfilled
  static constexpr std::int64_t most_granted = 1 << 16;
  static constexpr std::size_t enough_given = 4;
  static constexpr int most_levels = 16;
  static constexpr std::chrono::microseconds between_looks{200};
  static constexpr std::chrono::microseconds between_rests{1000};

  void begin(std::vector<node>& roots, std::int32_t depth, double weight) {
    s_ = sched::self();
    stack_.begin(roots, depth, weight);
    go_on_at_ = stack_.base();
    since_cut_ = 0;
    grant(1);  // the first look at the clock and at limits comes at once
  }

  /// What the loop changes at every node is in local variables, which go back into members before
  /// anything rare is called.
  template <mode How>
  bool walk() {
    auto const& of = at_.of;
    auto const depth_limit = at_.plan.depth_limit;
    auto const scatter_below = at_.plan.scatter_below;
    sched::fibre* const s = s_;
    floor* const base = stack_.base();
    floor* l = go_on_at_;
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
      floor* const a = l->over;
      if (SKUA_UNLIKELY(!l->next(a->at))) {
        if constexpr (How == mode::parts) departures_.pop_back();
        if (SKUA_UNLIKELY(l->marks != 0)) {
          stack_.leave(*l);
          if (l == base) break;
        }
        l = l->under;
        continue;
      }
      if constexpr (How == mode::parts) ++departures_.back();
      if constexpr (How == mode::whole) {
        if (SKUA_UNLIKELY(s->attention_wanted()) && fuel < look_below_ && !rarely([&] { return attend(*l); }))
          return give_up(*a);
      }
      if (SKUA_UNLIKELY(fuel == 0) && !rarely([&] { return refuel<How>(*l); })) return give_up(*a);
      if constexpr (How == mode::parts) {
        if (a->depth == part_at_ && !local.hopeless(at_.goal, of, a->at)) {
          part_.push_back({a->at, a->depth, l->is(tracked) ? l->child_weight : 0.0});
          go_on_at_ = l;
          --fuel;  // for the next look at the clock and limits; the node itself is counted by whoever gets it
          --granted_;
          break;
        }
      }
      --fuel;
      switch (local.visit(at_, of, a->at)) {
        case verdict::prune:
          ++prunes_;
          stack_.credit(*l);
          continue;
        case verdict::prune_rest:
          ++prunes_;
          stack_.drop_rest(*l);
          continue;
        case verdict::enough:
          return rarely([&] {
            stack_.forget_all();
            return false;
          });
        case verdict::descend:
          break;
      }
      if (SKUA_UNLIKELY(a->depth == depth_limit)) {
        ++limited_;
        stack_.credit(*l);
        continue;
      }
      ::new (static_cast<void*>(a->memory)) children_of<P>(open(of, std::as_const(a->at), at_.goal));
      a->marks = 0;
      if (SKUA_UNLIKELY(l->is(tracked))) stack_.track(*a);
      if constexpr (How == mode::whole) {
        if (SKUA_UNLIKELY(a->depth < scatter_below)) {
          (void)rarely([&] { return scatter(*a); });
          continue;
        }
      }
      if (SKUA_UNLIKELY(a->over == nullptr)) stack_.grow(*a);
      a->over->depth = a->depth + 1;
      if constexpr (How == mode::parts) departures_.push_back(departures_.back() - 1);
      l = a;
    }
    fuel_ = fuel;
    local_ = local;
    return true;
  }

  // --- what happens now and then ---

  void grant(std::int64_t n) noexcept {
    if (at_.plan.budget != 0) n = std::min(n, std::max<std::int64_t>(1, at_.plan.budget - since_cut_));
    if (at_.plan.node_limit != 0) n = std::min(n, std::max<std::int64_t>(1, at_.nodes_left() / skua::workers()));
    granted_ = fuel_ = n;
    look_below_ = at_.plan.shares != 0 ? never : 0;
  }

  /// Counters to the place.
  void flush() {
    std::int64_t const looked_at = granted_ - fuel_;
    granted_ = fuel_;
    since_cut_ += looked_at;
    auto const nodes = static_cast<std::uint64_t>(looked_at);
    std::uint64_t const prunes = std::exchange(prunes_, 0);
    // Every node that was opened has been left, or will be before the end.
    at_.count({nodes, prunes, nodes - prunes - std::exchange(limited_, 0), std::exchange(parts_, 0),
               std::exchange(cuts_, 0), 0});
    at_.progressed(nodes, std::exchange(stack_.done, 0.0));
  }

  /// False: stop.
  template <mode How>
  SKUA_NOINLINE bool refuel(floor& l) {
    auto const now = sched::now_here();
    bool const quick = now - granted_at_ < between_looks;
    std::int64_t const n = std::max<std::int64_t>(1, granted_);
    granted_at_ = now;
    flush();
    if (at_.plan.node_limit != 0 && at_.nodes_left() <= 0) at_.stop_everywhere();
    if (at_.stopped()) {
      keep_open(l);
      return false;
    }
    if (skua::cancelled()) return false;
    if (How == mode::parts || at_.plan.shares == 0) {
      if (s_->attention_wanted()) sched::push_slow(s_);  // others may have waited for long
    } else if (at_.plan.budget != 0 && since_cut_ >= at_.plan.budget) {
      (void)cut(l, true, false);
      since_cut_ = 0;
    } else if (turn_ != nullptr && now - left_at_ >= between_rests) {
      left_at_ = now;
      (void)leave_rest(l);
    }
    grant(quick ? std::min(2 * n, most_granted) : std::max<std::int64_t>(1, n / 2));
    return true;
  }

  /// Somebody wants something. False: the scope has been cancelled.
  SKUA_NOINLINE bool attend(floor& l) {
    if (sched::loop_must_stop(s_)) return false;
    bool const has_tasks = s_->top() > s_->tail.load(std::memory_order_relaxed);  // relaxed: a hint
    if (has_tasks || at_.plan.on_demand == 0 || !help(l)) sched::push_slow(s_);
    look_below_ = s_->attention_wanted() ? fuel_ - patience : never;
    return true;
  }

  bool help(floor& l) {
    if (turn_ == nullptr) return cut(l, at_.plan.chunked != 0, at_.plan.chunked != 0);
    return at_.offer_rest() || (leave_rest(l) && at_.offer_rest());
  }
  /// What is left at the lowest level that has any, for whoever comes first.
  bool leave_rest(floor& top) {
    while (floor* const x = stack_.lowest_with_children(top)) {
      drop_hopeless(*x);
      if (x->left() == 0) continue;
      double const each = stack_.lend(*x, x->left());
      auto const first = x->kept.begin() + static_cast<std::ptrdiff_t>(x->next_kept);
      std::vector<node> rest(std::make_move_iterator(first), std::make_move_iterator(x->kept.end()));
      x->next_kept = x->kept.size();
      turn_->leave(std::move(rest), x->depth + 1, each);
      ++cuts_;
      return true;
    }
    return false;
  }

  /// Gives away half or all of what is left at the lowest level that has any, as a task for each
  /// node, or as one task.
  bool cut(floor& top, bool all, bool in_one) {
    while (floor* const x = stack_.lowest_with_children(top)) {
      drop_hopeless(*x);
      if (x->left() == 0) continue;
      std::size_t const n = all ? x->left() : (x->left() + 1) / 2;
      give(*x, n, in_one);
      if (!all && n < enough_given) give_more(*x, top, n);
      ++cuts_;
      return true;
    }
    return false;
  }
  /// In a tree of few children most parts are tiny, and whoever got one comes back at once: the
  /// levels above give something, too.
  void give_more(floor& x, floor& top, std::size_t given) {
    floor* l = &x;
    for (int looked_at = 0; l != &top && given < enough_given && looked_at < most_levels; ++looked_at) {
      l = l->over;
      stack_.drain(*l);
      drop_hopeless(*l);
      std::size_t const n = std::min(l->left() / 2, enough_given - given);
      if (n != 0) give(*l, n, false);
      given += n;
    }
  }
  /// What would be pruned does not travel.
  void drop_hopeless(floor& x) {
    auto const first = x.kept.begin() + static_cast<std::ptrdiff_t>(x.next_kept);
    auto const last =
        std::remove_if(first, x.kept.end(), [&](node const& n) { return local_.hopeless(at_.goal, at_.of, n); });
    auto const n = x.kept.end() - last;
    x.kept.erase(last, x.kept.end());
    prunes_ += static_cast<std::uint64_t>(n);
    granted_ += n;  // counted as looked at
    if (x.is(tracked)) stack_.done += x.child_weight * static_cast<double>(n);
  }
  void give(floor& x, std::size_t n, bool in_one) {
    double const each = stack_.lend(x, n);
    auto const first = x.kept.begin() + static_cast<std::ptrdiff_t>(x.next_kept);
    auto const last = first + static_cast<std::ptrdiff_t>(n);
    x.next_kept += n;
    std::int32_t const depth = x.depth + 1;
    if (in_one && n > 1) {
      at_.spawn_many(std::vector<node>(std::make_move_iterator(first), std::make_move_iterator(last)), depth,
                     each * static_cast<double>(n));
    } else {
      // the first is the oldest, and taken first
      for (auto at = first; at != last; ++at) at_.spawn_one(*at, depth, each);
    }
  }

  /// Every child becomes a task: the best is the newest, and what this worker goes on with.
  SKUA_NOINLINE bool scatter(floor& a) {
    floor& under = *a.under;
    stack_.drain(a);
    if (a.kept.empty()) {
      stack_.credit(under);
    } else {
      a.marks |= tracked;
      a.child_weight = under.is(tracked) ? (under.child_weight - under.lent) / static_cast<double>(a.kept.size()) : 0;
      under.lent = 0;
      drop_hopeless(a);
      for (std::size_t i = a.kept.size(); i-- > a.next_kept;) at_.spawn_one(a.kept[i], a.depth + 1, a.child_weight);
      ++cuts_;
    }
    a.forget();
    return true;
  }

  /// The child at hand was not looked at.
  bool give_up(floor& a) {
    if (at_.stopped()) at_.keep({a.at, a.depth, a.under->is(tracked) ? a.under->child_weight : 0.0});
    stack_.forget_all();
    return false;
  }
  void keep_open(floor& top) {
    for (floor* l = stack_.lowest;; l = l->over) {
      stack_.drain(*l);
      for (std::size_t i = l->next_kept; i < l->kept.size(); ++i)
        at_.keep({l->kept[i], l->depth + 1, l->is(tracked) ? l->child_weight : 0.0});
      if (l == &top) return;
    }
  }

  Place& at_;
  typename Goal::local local_;
  sched::fibre* s_ = nullptr;
  stack<P> stack_;
  floor* go_on_at_ = nullptr;
  int part_at_ = -1;
  std::vector<open_node<node>> part_;
  std::vector<std::int64_t> departures_;  // on the way to the next child of each level in use
  std::int64_t fuel_ = 0;                 // nodes until the next look around
  std::int64_t granted_ = 0;              // minus fuel_: nodes since the last flush
  std::int64_t look_below_ = never;
  std::int64_t since_cut_ = 0;
  std::uint64_t prunes_ = 0, limited_ = 0, cuts_ = 0, parts_ = 0;
  std::chrono::steady_clock::time_point granted_at_{};
  turn* turn_ = nullptr;
  std::chrono::steady_clock::time_point left_at_{};  // a rest
};

}  // namespace skua::search::detail
