// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tasks of one search share at one place: the problem, the incumbent, counters, and
// whether to stop.
//
// I1 `stop` is set once and for good; from then on tasks hand over what they have not looked at,
//    and end. So a search that is interrupted ends like any other, with every node either looked at
//    or kept.
// Edges: ME (the handle of this state, for messages to the others); SHORT (what was left, to
// whoever reports after the end of the scope: ordered by that).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <skua/base/atomic.hpp>
#include <skua/place.hpp>
#include <skua/place_local.hpp>
#include <skua/reducer.hpp>
#include <skua/search/coordination.hpp>
#include <skua/search/engine.hpp>
#include <skua/search/goals.hpp>
#include <skua/search/options.hpp>
#include <skua/search/ordered.hpp>
#include <skua/search/rests.hpp>
#include <skua/spawn.hpp>

namespace skua::search::detail {

/// The coordination and limits as the engine needs them.
struct cutting_plan {
  std::int64_t budget = 0;  // nodes; 0: none
  std::int32_t scatter_below = 0;
  std::int32_t depth_limit = -1;
  std::int32_t shares = 0;  // 0: sequential
  std::int32_t on_demand = 0;
  std::int32_t chunked = 0;
  std::int32_t in_turn = 0;  // parts are taken in the order of the sequential search
  std::int64_t keep_open = 0;
  std::int64_t node_limit = 0;

  static cutting_plan of(coordination const& how, options const& o, bool order_matters) {
    using kind = coordination::kind;
    cutting_plan p;
    if (how.what() == kind::budget)
      p.budget = static_cast<std::int64_t>(std::min<std::uint64_t>(how.nodes(), std::uint64_t{1} << 62));
    if (how.what() == kind::depth_bounded) p.scatter_below = how.depth();
    p.depth_limit = o.depth_limit;
    p.shares = how.what() != kind::sequential;
    p.on_demand = how.on_demand();
    p.chunked = how.chunked();
    bool const alone = skua::places() == 1 && skua::workers() == 1;
    p.in_turn = how.what() == kind::automatic && order_matters && !alone;
    p.keep_open = o.keep_open;
    p.node_limit = static_cast<std::int64_t>(std::min<std::uint64_t>(o.node_limit, std::uint64_t{1} << 62));
    return p;
  }
};

/// What is known of the whole search.
struct common_reducers {
  sum<std::uint64_t> nodes;
  sum<double> share;
};

/// What one place says at the end.
template <class P>
struct place_report {
  counts done;
  std::vector<open_node<node_of<P>>> open;
  bool cut_short = false;

  template <class Archive>
  void serialize(Archive& a) {
    a(done.nodes, done.prunes, done.backtracks, done.tasks, done.cuts, done.improvements, open, cut_short);
  }
};

template <class P, class Goal>
class state {
 public:
  using node = node_of<P>;
  using walker = engine<P, Goal, state>;
  using handle = place_local<state>;

  state(P const& problem, cutting_plan const& how, typename Goal::settings const& s, typename Goal::handles const& to,
        common_reducers const& all)
      : of(problem), plan(how), goal(s), reducers(to), whole_(all) {}

  P const of;
  cutting_plan const plan;
  typename Goal::here goal;
  typename Goal::handles const reducers;
  ordered_parts<walker> parts;
  rests<node> left;

  void introduce(handle me) {
    if (introduced_.load(std::memory_order_acquire)) return;  // sync: ME <- introduce
    std::lock_guard const g(lock_);
    if (me_) return;
    me_ = std::make_unique<handle>(me);
    introduced_.store(true, std::memory_order_release);  // sync: ME -> introduce
  }

  /// Calls f(walker) with one that nobody else uses meanwhile; it may suspend.
  template <class F>
  auto with_walker(F&& f) {
    std::unique_ptr<walker> w = borrow();
    struct back {
      state& to;
      std::unique_ptr<walker>& w;
      ~back() {
        w->forget_all();
        std::lock_guard const g(to.lock_);
        try {
          to.idle_.push_back(std::move(w));
        } catch (...) {  // then it is not used again
        }
      }
    } const give_back{*this, w};
    return f(*w);
  }

  void spawn_one(node const& n, std::int32_t depth, double weight) { spawn(any, &search_one, n, depth, weight, *me_); }
  /// For somebody hungry, here or at another place. False: nothing was left.
  bool offer_rest() {
    if (left.empty()) return false;
    spawn(any, &search_offer, offer<node>{&left}, *me_);
    return true;
  }
  void spawn_many(std::vector<node> nodes, std::int32_t depth, double weight) {
    spawn(any, &search_many, std::move(nodes), depth, weight, *me_);
  }

  void count(counts const& c) noexcept {
    std::array<std::uint64_t, 6> const add{c.nodes, c.prunes, c.backtracks, c.tasks, c.cuts, c.improvements};
    for (std::size_t i = 0; i < add.size(); ++i) {
      if (add[i] != 0) counters_[i].fetch_add(add[i], std::memory_order_relaxed);  // relaxed: read after the end
    }
  }
  void progressed(std::uint64_t nodes, double share) {
    if (nodes != 0) whole_.nodes += nodes;
    if (share != 0) whole_.share += share;
  }

  /// How many this place may still look at.
  [[nodiscard]] std::int64_t nodes_left() const noexcept {
    // relaxed: a limit, soon after
    return plan.node_limit - static_cast<std::int64_t>(counters_[0].load(std::memory_order_relaxed));
  }

  /// Of the incumbent of this place, by one of its tasks.
  template <class Value>
  void improved(Value v) {
    count({0, 0, 0, 0, 0, 1});
    if (Goal::here::is_last(v)) return stop_everywhere();
    if constexpr (!Goal::stops_at_first) tell_neighbours(v, skua::here());
  }

  // relaxed: looked at again and again
  [[nodiscard]] bool stopped() const noexcept { return stop_.load(std::memory_order_relaxed); }
  void stop_everywhere() { stop_and_tell(skua::here()); }
  /// A node that was not looked at because of that.
  void keep(open_node<node> n) {
    std::lock_guard const g(lock_);
    cut_short_ = true;
    if (plan.keep_open != 0) open_.push_back(std::move(n));
  }

  place_report<P> report() {
    place_report<P> r;
    // relaxed: the search has ended
    auto const read = [&](std::size_t i) { return counters_[i].load(std::memory_order_relaxed); };
    r.done = {read(0), read(1), read(2), read(3), read(4), read(5)};
    std::erase_if(open_, [&](open_node<node> const& n) { return hopeless(n.node, r); });
    r.open = std::move(open_);
    r.cut_short = cut_short_ && (plan.keep_open == 0 || !r.open.empty());
    return r;
  }

  // --- tasks ---

  static void search_one(node const& n, std::int32_t depth, double weight, handle me) {
    std::vector<node> one;
    one.push_back(n);
    search_many(std::move(one), depth, weight, me);
  }
  static void search_many(std::vector<node> nodes, std::int32_t depth, double weight, handle me) {
    (void)me->search_here(nodes, depth, weight, me);
  }
  static void search_offer(offer<node> o, handle me) { (void)me->search_here(o.nodes, o.depth, o.weight, me); }
  /// False: stopped before the end.
  bool search_here(std::vector<node>& nodes, std::int32_t depth, double weight, handle me) {
    introduce(me);
    if (stopped()) {
      for (node& n : nodes) keep({std::move(n), depth, weight / static_cast<double>(nodes.size())});
      return false;
    }
    count({0, 0, 0, nodes.size() != 0, 0, 0});
    if (plan.in_turn == 0) return with_walker([&](walker& w) { return w.search(nodes, depth, weight); });
    typename rests<node>::turn turn(left);
    bool const done = with_walker([&](walker& w) { return w.search(nodes, depth, weight, &turn); });
    if (!done && stopped()) left.take_all([this](open_node<node> n) { keep(std::move(n)); });
    return done;
  }

 private:
  /// What one place finds goes along a tree of places, and not past one that knows better.
  template <class Value>
  static void hear(Value v, int from, handle me) {
    if (me->goal.raise(v)) {
      me->introduce(me);
      me->tell_neighbours(v, from);
    }
  }
  static void hear_stop(int from, handle me) {
    me->introduce(me);
    me->stop_and_tell(from);
  }
  template <class Value>
  void tell_neighbours(Value v, int from) {
    for_each_neighbour(from, [&](int p) {
      if (goal.best() == v) spawn(on(p), &hear<Value>, v, skua::here(), *me_);  // else a better one is on its way
    });
  }
  void stop_and_tell(int from) {
    if (stop_.exchange(true, std::memory_order_relaxed)) return;  // relaxed: as stopped
    for_each_neighbour(from, [&](int p) { spawn(on(p), &hear_stop, skua::here(), *me_); });
  }
  template <class F>
  static void for_each_neighbour(int from, F&& tell) {
    int const here = skua::here();
    for (int const p : {(here - 1) / 2, 2 * here + 1, 2 * here + 2}) {
      if (p != here && p != from && p < skua::places()) tell(p);
    }
  }

  /// Would be pruned now: counted like that.
  bool hopeless(node const& n, place_report<P>& r) const {
    if (!typename Goal::local(reducers).hopeless(goal, of, n)) return false;
    ++r.done.nodes;
    ++r.done.prunes;
    return true;
  }

  std::unique_ptr<walker> borrow() {
    {
      std::lock_guard const g(lock_);
      if (!idle_.empty()) {
        auto w = std::move(idle_.back());
        idle_.pop_back();
        return w;
      }
    }
    return std::make_unique<walker>(*this);
  }

  common_reducers const whole_;
  base::atomic<bool> stop_{false};
  base::atomic<bool> introduced_{false};
  std::mutex lock_;             // all below but the counters; held for moments, across nothing that suspends
  std::unique_ptr<handle> me_;  // not by value: this type is not complete here
  std::vector<std::unique_ptr<walker>> idle_;
  bool cut_short_ = false;
  std::vector<open_node<node>> open_;
  std::array<base::atomic<std::uint64_t>, 6> counters_{};
};

}  // namespace skua::search::detail
