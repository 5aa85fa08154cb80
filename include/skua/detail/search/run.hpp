// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One search from its start to its result.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include <skua/detail/base/wide_tree.hpp>
#include <skua/detail/search/state.hpp>
#include <skua/error.hpp>
#include <skua/finish.hpp>
#include <skua/future.hpp>

namespace skua::search::detail {

/// The common part of all results.
template <class P>
struct outcome {
  bool complete = true;  ///< false: stopped by a limit or by options::stop
  double share = 1;
  statistics stats;
  std::vector<open_node<node_of<P>>> open;
};

/// The nodes where a search begins: the root, or the open nodes of an interrupted search.
template <class P>
using beginning = std::vector<open_node<node_of<P>>>;

template <class P, class Goal>
class running {
 public:
  using node = node_of<P>;
  using place_state = state<P, Goal>;
  using handle = place_local<place_state>;

  /// Makes the objects of the search, which the scope that the caller has opened owns.
  running(P const& problem, coordination const& rule, options const& o, typename Goal::settings const& s,
          typename Goal::handles const& reducers)
      : rule_(rule),
        options_(o),
        started_(clock::now()),
        states_(problem, cutting_plan::of(rule, o, Goal::order_matters), s, reducers, progress_) {
    states_->set_handle(states_);
    if (o.node_limit != 0 || o.time_limit.count() > 0 || o.stop != nullptr) watch_limits();
    if (o.observer) {
      progress_.nodes.every(o.observe_every, [this](std::uint64_t) { options_.observer(now()); });
    }
  }
  running(running const&) = delete;
  running& operator=(running const&) = delete;

  /// Runs the search. Returns when every part of the tree has been searched or kept.
  void go(beginning<P> roots) {
    finish([&] {
      if (rule_.what() == coordination::kind::ordered) return go_in_order(std::move(roots));
      bool const sequential = rule_.what() == coordination::kind::sequential;
      // One task each; the task of the first root is the newest, so that this worker takes it next.
      for (std::size_t i = roots.size(); i-- > 0 && !sequential;)
        states_->spawn_one(roots[i].node, roots[i].depth, roots[i].weight);
      for (std::size_t i = 0; i < roots.size() && sequential; ++i) {
        std::vector<node> nodes{std::move(roots[i].node)};
        states_->search_here(nodes, roots[i].depth, roots[i].weight, states_);
      }
    });
    ended_.store(true, std::memory_order_relaxed);  // relaxed: a limit that is noticed after the end changes nothing
  }

  outcome<P> result() {
    outcome<P> r;
    for (place_report<P>& part : all_reports()) {
      static_cast<counts&>(r.stats) += part.done;
      r.stats.per_place.push_back(part.done);
      r.complete = r.complete && !part.cut_short;
      r.open.insert(r.open.end(), std::make_move_iterator(part.open.begin()), std::make_move_iterator(part.open.end()));
    }
    r.share = r.complete ? 1 : share_now();
    return r;
  }

 private:
  using clock = std::chrono::steady_clock;

  using numbered_report = std::pair<int, place_report<P>>;  // with its place

  static place_report<P> report_of(handle states) { return states->report(); }

  /// The reports of all places, in the order of the places.
  std::vector<place_report<P>> all_reports() {
    std::vector<place_report<P>> reports;
    if (base::wide_tree::is_star(skua::places())) {
      std::vector<future<place_report<P>>> answers;
      for (int p = 0; p < skua::places(); ++p) answers.push_back(async(on(p), &report_of, states_));
      for (auto& answer : answers) reports.push_back(answer.get());
    } else {
      auto numbered = reports_of_subtree(states_, skua::here());
      std::ranges::sort(numbered, {}, &numbered_report::first);
      for (auto& [place, report] : numbered) reports.push_back(std::move(report));
    }
    return reports;
  }
  /// Of the calling place and those below it in the tree of places with that root.
  static std::vector<numbered_report> reports_of_subtree(handle states, int root) {
    base::wide_tree const tree(skua::here(), root, skua::places());
    std::vector<future<std::vector<numbered_report>>> answers;
    for (int i = 0; i < tree.children(); ++i)
      answers.push_back(async(on(tree.child(i)), &reports_of_subtree, states, root));
    std::vector<numbered_report> reports;
    reports.emplace_back(skua::here(), states->report());
    for (auto& answer : answers) std::ranges::move(answer.get(), std::back_inserter(reports));
    return reports;
  }

  double seconds() const { return std::chrono::duration<double>(clock::now() - started_).count(); }
  double share_now() const { return std::clamp(progress_.share.peek(), 0.0, 1 - 1e-9); }
  progress now() const { return {seconds(), progress_.nodes.peek(), share_now(), states_->goal.incumbent()}; }

  void watch_limits() {
    progress_.nodes.when(
        [this](std::uint64_t nodes) {
          if (ended_.load(std::memory_order_relaxed)) return false;  // relaxed: a late stop does no harm
          return (options_.node_limit != 0 && nodes >= options_.node_limit) ||
                 (options_.time_limit.count() > 0 && clock::now() - started_ >= options_.time_limit) ||
                 (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed));  // relaxed: a flag
        },
        [states = states_] { states->stop_everywhere(); });
  }

  void go_in_order(beginning<P> roots) {
    states_->parts.begin(std::make_unique<typename place_state::walker>(*states_), std::move(roots), rule_.depth());
    if (rule_.by_discrepancy()) states_->parts.sort_by_discrepancy();
    if (!base::wide_tree::is_star(skua::places())) return start_in_order(states_, skua::here());
    std::vector<future<int>> worker_counts;
    for (int p = 0; p < skua::places(); ++p) worker_counts.push_back(async(on(p), [] { return skua::workers(); }));
    for (int p = 0; p < skua::places(); ++p) {
      for (int w = worker_counts[static_cast<std::size_t>(p)].get(); w > 0; --w)
        spawn(on(p), &work_in_order, states_, skua::here());
    }
  }
  /// Starts a task for each worker of the calling place, and of those below it in the tree of
  /// places whose root is the home.
  static void start_in_order(handle states, int home) {
    base::wide_tree const tree(skua::here(), home, skua::places());
    for (int i = 0; i < tree.children(); ++i) spawn(on(tree.child(i)), &start_in_order, states, home);
    for (int w = skua::workers(); w > 0; --w) spawn(on(skua::here()), &work_in_order, states, home);
  }
  /// Claims and searches the next part until there is none.
  static void work_in_order(handle states, int home) {
    for (;;) {
      auto part =
          home == skua::here() ? states->parts.claim() : at(home, [](handle h) { return h->parts.claim(); }, states);
      if (part.empty()) return;
      std::vector<node> nodes{std::move(part.front().node)};
      // After a stop the remaining parts are still claimed, to be kept. In a cancelled scope they
      // are not needed.
      if (!states->search_here(nodes, part.front().depth, part.front().weight, states) && skua::cancelled()) return;
    }
  }

  coordination const rule_;
  options const options_;
  clock::time_point const started_;
  common_reducers progress_;
  handle states_;
  base::atomic<bool> ended_{false};
};

/// Runs a search in a scope that owns its reducers. In that scope, make_result(handles, outcome)
/// makes the result from them.
template <class P, class Goal, class MakeResult>
auto run_search(P const& p, coordination const& rule, options const& o, typename Goal::settings const& s,
                beginning<P> roots, MakeResult&& make_result) {
  std::optional<decltype(make_result(std::declval<typename Goal::handles const&>(), std::declval<outcome<P>&&>()))>
      result;
  std::optional<running<P, Goal>> search;  // outlives the scope, which tests its conditions a last time at its end
  finish([&] {
    typename Goal::handles const handles;
    search.emplace(p, rule, o, s, handles);
    search->go(std::move(roots));
    result.emplace(make_result(handles, search->result()));
  });
  if (!result) throw cancelled_error();  // a scope around the search, or the problem's code cancelled this one
  return std::move(*result);
}

template <class P>
beginning<P> from_root(P const& p) {
  beginning<P> roots;
  roots.push_back({p.root(), 0, 1.0});
  return roots;
}

}  // namespace skua::search::detail
