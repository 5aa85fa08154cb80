// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One search from its start to its result.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/core/outlined_finish.hpp>
#include <skua/detail/remote/travel.hpp>
#include <skua/detail/search/search_state.hpp>
#include <skua/detail/search/state.hpp>
#include <skua/error.hpp>
#include <skua/place.hpp>

namespace skua::search::detail {

/// The common part of all results.
struct common_outcome {
  bool complete = true;  ///< false: stopped by a limit or by options::stop
  double share = 1;
  statistics stats;
};

/// The common part of the results for one type of problem.
template <class P>
struct outcome : common_outcome {
  open_nodes<node_of<P>> open;
};

/// A search while it runs, at its home: its limits, its progress, and the tasks and reports that
/// need no type of the problem.
class running {
 public:
  /// Makes the reducers of the search, which the scope that the caller has opened owns.
  running(coordination const& rule, options const& options);
  running(running const&) = delete;
  running& operator=(running const&) = delete;

  [[nodiscard]] common_reducers const& reducers() const noexcept { return progress_; }
  /// Takes the handle of the states of all places; from now on the limits are watched and the
  /// observer is called.
  void begin(state_handle const& states);
  /// Ordered searches: starts a task for each worker of each place, which claim the parts.
  void start_workers();
  /// Call it when every part of the tree has been searched or kept.
  void end() noexcept;

  /// The reports of all places, in the order of the places. The nodes kept at the calling place
  /// stay in its state.
  std::vector<place_report> reports();
  common_outcome outcome_of(std::vector<place_report> const& reports);

 private:
  using clock = std::chrono::steady_clock;

  double seconds() const;
  double share_now() const;
  progress now() const;
  void watch_limits();

  coordination const rule_;
  options const options_;
  clock::time_point const started_;
  common_reducers progress_;
  std::optional<state_handle> states_;
  base::atomic<bool> ended_{false};
};

/// All open nodes, in the order of the places: those of the calling place are in its state.
template <class Node>
open_nodes<Node> gathered(node_state<Node>& own, std::vector<place_report> const& reports) {
  open_nodes<Node> nodes;
  for (std::size_t place = 0; place < reports.size(); ++place) {
    bool const is_here = place == static_cast<std::size_t>(skua::here());
    std::ranges::move(is_here ? own.take_open() : unpacked<Node>(reports[place].open), std::back_inserter(nodes));
  }
  return nodes;
}

/// Runs a search in a scope that owns its reducers. In that scope, make_result(handles, outcome)
/// makes the result from them.
template <class P, class Goal, class MakeResult>
auto run_search(P const& problem, coordination const& rule, options const& options,
                typename Goal::settings const& settings, open_nodes<node_of<P>> roots, MakeResult&& make_result) {
  using home_state = state<P, Goal>;
  if constexpr (std::is_trivially_copyable_v<P>)
    remote::require_values_in("a problem to search", typeid(P), std::addressof(problem), sizeof problem);
  if constexpr (std::is_trivially_copyable_v<node_of<P>>) {
    for (auto const& root : roots)
      remote::require_values_in("a node to search", typeid(node_of<P>), std::addressof(root.node), sizeof root.node);
  }
  std::optional<decltype(make_result(std::declval<typename Goal::handles const&>(), std::declval<outcome<P>&&>()))>
      result;
  std::optional<running> search;  // outlives the scope, which tests its conditions a last time at its end
  finish_result const search_ending = sched::finish_outlined([&] {
    typename Goal::handles const handles;
    search.emplace(rule, options);
    state_handle const states(std::type_identity<home_state>{}, problem,
                              cutting_plan::of(rule, options, Goal::order_matters), settings, handles,
                              search->reducers());
    auto& own = static_cast<home_state&>(**states);
    search->begin(states);
    finish_result const walks_ending = sched::finish_outlined([&] {
      own.start(rule, std::move(roots), states);
      if (rule.what() == coordination::kind::ordered) search->start_workers();
    });
    search->end();
    // The problem's code has cancelled it: the walks have dropped nodes, which no place has kept.
    if (walks_ending.was_cancelled) return;
    auto const reports = search->reports();
    outcome<P> whole_outcome{search->outcome_of(reports), gathered<node_of<P>>(own, reports)};
    result.emplace(make_result(handles, std::move(whole_outcome)));
  });
  // otherwise the program's code (the problem, the observer) has cancelled one of the two scopes
  if (!result || search_ending.was_cancelled) throw cancelled_error();
  return std::move(*result);
}

template <class P>
open_nodes<node_of<P>> from_root(P const& problem) {
  open_nodes<node_of<P>> roots;
  roots.push_back({problem.root(), 0, 1.0});
  return roots;
}

}  // namespace skua::search::detail
