// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state that the tasks of one search share at one place: the problem, the incumbent, counters,
// and the stop flag.
//
//   STATE-1  `stop_` is set once and never cleared. From then on tasks pass the nodes that they
//     have not visited to `keep`, and end. So an interrupted search ends like any other: every node
//     is either visited or kept.
// Edges: ME (the handle of this state, for messages to other places). The nodes kept at a stop
// reach the task that reports them through the end of the scope.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/sched/trace_events.hpp>
#include <skua/detail/search/engine.hpp>
#include <skua/detail/search/frontier.hpp>
#include <skua/detail/search/goals.hpp>
#include <skua/detail/search/monitor.hpp>
#include <skua/detail/search/ordered.hpp>
#include <skua/place.hpp>
#include <skua/place_local.hpp>
#include <skua/reducer.hpp>
#include <skua/search/coordination.hpp>
#include <skua/search/options.hpp>
#include <skua/spawn.hpp>

namespace skua::search::detail {

/// The coordination and the limits in the form that the engine uses.
struct cutting_plan {
  std::int64_t node_budget = 0;       // nodes between cuts; 0: none
  std::int64_t backtrack_budget = 0;  // backtracks between cuts; 0: none
  std::int32_t scatter_below = 0;     // nodes above this depth make a task of each child
  std::int32_t depth_limit = -1;
  std::int32_t shares = 0;  // 0: sequential
  std::int32_t on_demand = 0;
  std::int32_t chunked = 0;
  std::int32_t in_order = 0;  // parts are taken in the order of the sequential search
  std::int64_t keep_open = 0;
  std::int64_t node_limit = 0;

  static cutting_plan of(coordination const& rule, options const& o, bool order_matters) {
    using kind = coordination::kind;
    cutting_plan p;
    if (rule.what() == kind::budget) {
      p.backtrack_budget = limited(rule.backtracks());
      if (p.backtrack_budget == 0) p.node_budget = limited(rule.nodes());
    }
    if (rule.what() == kind::depth_bounded) p.scatter_below = rule.depth();
    p.depth_limit = o.depth_limit;
    p.shares = rule.what() != kind::sequential;
    p.on_demand = rule.on_demand();
    p.chunked = rule.chunked();
    bool const one_worker = skua::places() == 1 && skua::workers() == 1;
    p.in_order = rule.what() == kind::automatic && order_matters && !one_worker;
    p.keep_open = o.keep_open;
    p.node_limit = limited(o.node_limit);
    return p;
  }

 private:
  static std::int64_t limited(std::uint64_t n) {
    return static_cast<std::int64_t>(std::min<std::uint64_t>(n, std::uint64_t{1} << 62));
  }
};

/// Reducers for the progress of the whole search.
struct common_reducers {
  sum<std::uint64_t> nodes;
  sum<double> share;
};

/// The report of one place at the end.
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

  state(P const& problem, cutting_plan const& rules, typename Goal::settings const& s,
        typename Goal::handles const& result_reducers, common_reducers const& progress_reducers)
      : instance(problem), plan(rules), goal(s), reducers(result_reducers), progress_(progress_reducers) {
    if (searches_are_monitored()) monitor_.emplace(&read_state, this, skua::here(), root_bound());
  }

  P const instance;
  cutting_plan const plan;
  typename Goal::place_part goal;
  typename Goal::handles const reducers;
  ordered_parts<walker> parts;
  frontier<node> place_frontier;

  /// Stores the handle of the states of all places, with which tasks are sent to other places.
  void set_handle(handle states) {
    if (has_handle_.load(std::memory_order_acquire)) return;  // sync: ME <- set_handle
    std::lock_guard const g(lock_);
    if (states_) return;
    states_ = std::make_unique<handle>(states);
    has_handle_.store(true, std::memory_order_release);  // sync: ME -> set_handle
  }

  /// Calls f(walker) with a walker for exclusive use; f may suspend.
  template <class F>
  auto with_walker(F&& f) {
    std::unique_ptr<walker> w = borrow();
    struct returner {
      state& owner;
      std::unique_ptr<walker>& w;
      ~returner() {
        w->forget_all();
        std::lock_guard const g(owner.lock_);
        try {
          owner.idle_.push_back(std::move(w));
        } catch (...) {  // the walker is destroyed instead
        }
      }
    } const guard{*this, w};
    return f(*w);
  }

  void spawn_one(node const& n, std::int32_t depth, double weight) {
    spawn(any, &search_one, n, depth, weight, *states_);
  }
  /// Spawns a lazy task for a thief of this or another place. False: there are no open siblings.
  bool spawn_lazy_task() {
    if (place_frontier.empty()) return false;
    spawn(any, &search_lazily, lazy_task<node>{&place_frontier}, *states_);
    return true;
  }
  void spawn_many(std::vector<node> nodes, std::int32_t depth, double weight) {
    spawn(any, &search_many, std::move(nodes), depth, weight, *states_);
  }

  void count(counts const& c) noexcept {
    std::array<std::uint64_t, 6> const numbers{c.nodes, c.prunes, c.backtracks, c.tasks, c.cuts, c.improvements};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (numbers[i] != 0) counters_[i].fetch_add(numbers[i], std::memory_order_relaxed);  // relaxed: read at the end
    }
  }
  void progressed(std::uint64_t nodes, double share) {
    if (nodes != 0) progress_.nodes += nodes;
    if (share == 0) return;
    progress_.share += share;
    if (monitor_) monitor_->add_share(share);
  }

  /// The number of nodes that this place may still visit under the node limit.
  [[nodiscard]] std::int64_t nodes_left() const noexcept {
    // relaxed: the limit need not be exact
    return plan.node_limit - static_cast<std::int64_t>(counters_[0].load(std::memory_order_relaxed));
  }

  /// Called by a task of this place that has improved the incumbent.
  template <class Value>
  void improved(Value v) {
    if constexpr (std::is_convertible_v<Value, double>) sched::note_incumbent(static_cast<double>(v));
    count({0, 0, 0, 0, 0, 1});
    if (Goal::place_part::is_last(v)) return stop_everywhere();
    if constexpr (!Goal::stops_at_first) send_incumbent(v, skua::here());
  }

  // relaxed: polled again and again
  [[nodiscard]] bool stopped() const noexcept { return stop_.load(std::memory_order_relaxed); }
  void stop_everywhere() { stop_and_forward(skua::here()); }
  /// Keeps a node that was not visited because of a stop.
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
    std::erase_if(open_, [&](open_node<node> const& n) { return prunable(n.node, r); });
    r.open = std::move(open_);
    r.cut_short = cut_short_ && (plan.keep_open == 0 || !r.open.empty());
    return r;
  }

  // --- tasks ---

  static void search_one(node const& n, std::int32_t depth, double weight, handle states) {
    std::vector<node> nodes;
    nodes.push_back(n);
    search_many(std::move(nodes), depth, weight, states);
  }
  static void search_many(std::vector<node> nodes, std::int32_t depth, double weight, handle states) {
    (void)states->search_here(nodes, depth, weight, states);
  }
  static void search_lazily(lazy_task<node> o, handle states) {
    (void)states->search_here(o.nodes, o.depth, o.weight, states);
  }
  /// False: stopped before the end.
  bool search_here(std::vector<node>& nodes, std::int32_t depth, double weight, handle states) {
    set_handle(states);
    if (stopped()) {
      for (node& n : nodes) keep({std::move(n), depth, weight / static_cast<double>(nodes.size())});
      return false;
    }
    count({0, 0, 0, nodes.size() != 0, 0, 0});
    if (plan.in_order == 0) return with_walker([&](walker& w) { return w.search(nodes, depth, weight); });
    typename frontier<node>::position walk_position(place_frontier);
    bool const done = with_walker([&](walker& w) { return w.search(nodes, depth, weight, &walk_position); });
    if (!done && stopped()) place_frontier.take_all([this](open_node<node> n) { keep(std::move(n)); });
    return done;
  }

 private:
  /// No node of the tree is better; empty for a search without bounds.
  std::optional<double> root_bound() const {
    if constexpr (Goal::order_matters && bounded<P>) {
      return static_cast<double>(instance.bound(instance.root()));
    } else {
      return {};
    }
  }
  static void read_state(void const* self, search_sample& to) {
    state const& s = *static_cast<state const*>(self);
    // relaxed: a snapshot
    auto const read = [&](std::size_t i) { return s.counters_[i].load(std::memory_order_relaxed); };
    to.done = {read(0), read(1), read(2), read(3), read(4), read(5)};
    to.incumbent = s.goal.incumbent();
  }

  /// Incumbents and stops are forwarded along a binary tree of places. A place with a better
  /// incumbent does not forward a worse one.
  template <class Value>
  static void receive_incumbent(Value v, int from, handle states) {
    if (states->goal.raise(v)) {
      states->set_handle(states);
      states->send_incumbent(v, from);
    }
  }
  static void receive_stop(int from, handle states) {
    states->set_handle(states);
    states->stop_and_forward(from);
  }
  template <class Value>
  void send_incumbent(Value v, int from) {
    for_each_tree_neighbour(from, [&](int p) {
      // otherwise a task of this place is sending a better one
      if (goal.best() == v) spawn(on(p), &receive_incumbent<Value>, v, skua::here(), *states_);
    });
  }
  void stop_and_forward(int from) {
    if (stop_.exchange(true, std::memory_order_relaxed)) return;  // relaxed: as in stopped
    for_each_tree_neighbour(from, [&](int p) { spawn(on(p), &receive_stop, skua::here(), *states_); });
  }
  template <class F>
  static void for_each_tree_neighbour(int excluded, F&& send) {
    int const place = skua::here();
    for (int const p : {(place - 1) / 2, 2 * place + 1, 2 * place + 2}) {
      if (p != place && p != excluded && p < skua::places()) send(p);
    }
  }

  /// Whether the node can be pruned now; then it is counted as visited and pruned.
  bool prunable(node const& n, place_report<P>& r) const {
    if (!typename Goal::local(reducers).prunable(goal, instance, n)) return false;
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

  common_reducers const progress_;
  base::atomic<bool> stop_{false};
  base::atomic<bool> has_handle_{false};
  std::mutex lock_;                 // guards the members below, except the counters; no task suspends while it holds it
  std::unique_ptr<handle> states_;  // a pointer, because this type is incomplete here
  std::vector<std::unique_ptr<walker>> idle_;
  bool cut_short_ = false;
  std::vector<open_node<node>> open_;
  std::array<base::atomic<std::uint64_t>, 6> counters_{};
  std::optional<monitored_search> monitor_;  // destroyed first: it reads the members above
};

}  // namespace skua::search::detail
