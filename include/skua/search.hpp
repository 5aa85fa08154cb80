// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exact combinatorial search: enumerate, maximise, minimise, decide.
//
// The problem is written once (search/problem.hpp). A value, the coordination, chooses how the tree
// is divided among workers and places (search/coordination.hpp). Call the functions in a task;
// several searches may run at the same time. With every coordination, each node of the tree is
// visited exactly once, except for nodes below a pruned one.
#pragma once

#include <optional>
#include <type_traits>
#include <utility>

#include <skua/detail/search/run.hpp>
#include <skua/search/coordination.hpp>
#include <skua/search/options.hpp>
#include <skua/search/problem.hpp>

namespace skua::search {

/// The result of an enumeration.
template <class P, class T>
struct enumeration {
  T value;                                  ///< the merged values of all nodes
  bool complete = true;                     ///< false: a limit stopped the search; value is that of the visited nodes
  double share = 1;                         ///< estimated share of the tree that is done, 0 to 1
  statistics stats;                         ///< what the search did
  std::vector<open_node<node_of<P>>> open;  ///< with options::keep_open: the nodes for resume
};

/// The result of an optimisation or a decision.
template <class P>
struct optimum {
  std::optional<node_of<P>> node;  ///< the best node found; empty: no node beats the initial value
  objective_of<P> value{};         ///< the objective of `node`; without one the initial value
  /// whether there is no better node (decide: or a node was found); otherwise a limit stopped the
  /// search
  bool complete = true;
  double share = 1;                         ///< estimated share of the tree that is done, 0 to 1
  statistics stats;                         ///< what the search did
  std::vector<open_node<node_of<P>>> open;  ///< with options::keep_open: the nodes for resume
  objective_of<P> bound{};                  ///< no node of the tree is better; equal to value if complete
  /// The `start` of a search that continues this one: the value of `node`, or without one the
  /// initial value, if one was given.
  std::optional<objective_of<P>> start = {};

  explicit operator bool() const noexcept { return node.has_value(); }
};

/// The start of a search: at the root, or at the open nodes of an interrupted search with
/// options::keep_open, which may have run at another number of places.
template <class P>
struct resume {
  resume() = default;  // at the root
  explicit resume(std::vector<open_node<node_of<P>>> open_nodes) : open(std::move(open_nodes)), begun(true) {}

  std::vector<open_node<node_of<P>>> open;  ///< the nodes at which the search begins
  bool begun = false;                       ///< whether it begins at `open`; false: at the root
};

namespace detail {

template <class T, class Op>
Op operation_of(reducer<T, Op> const&);
template <class T, class Op>
T merged_type_of(reducer<T, Op> const&);

template <class P>
open_nodes<node_of<P>> beginning_of(P const& problem, resume<P> from) {
  return from.begun ? std::move(from.open) : from_root(problem);
}

template <class P, class Better, bool First>
search::optimum<P> optimum_of(P const& problem, options const& options, std::optional<objective_of<P>> start,
                              typename optimum_state<P, Better, First>::handles const& handles, outcome<P>&& result) {
  search::optimum<P> optimum;
  optimum.value = start.value_or(Better::template worst<objective_of<P>>());
  optimum.start = start;
  if (auto best = handles.incumbent.get()) {
    optimum.node = std::move(best->payload);
    optimum.value = best->value;
    if constexpr (!First) optimum.start = optimum.value;
  }
  optimum.complete =
      result.complete || (optimum.node && optimum_state<P, Better, First>::place_part::is_last(optimum.value));
  optimum.share = optimum.complete ? 1 : result.share;
  optimum.stats = std::move(result.stats);
  if (!optimum.complete) optimum.open = std::move(result.open);
  optimum.bound = optimum.value;
  if (!optimum.complete) {
    if constexpr (bounded<P>) {
      for (auto const& n : optimum.open) {
        auto const bound = static_cast<objective_of<P>>(problem.bound(n.node));
        if (Better{}(bound, optimum.bound)) optimum.bound = bound;
      }
    }
    if (!bounded<P> || !options.keep_open) optimum.bound = Better::template best<objective_of<P>>();
  }
  return optimum;
}

/// Only nodes better than `start` count; without it, every node.
template <class P, class Better>
search::optimum<P> optimise(P const& problem, coordination const& rule, options const& options,
                            std::optional<objective_of<P>> start, open_nodes<node_of<P>> roots) {
  using goal = optimum_state<P, Better, false>;
  using value = objective_of<P>;
  constexpr value worst = Better::template worst<value>();
  typename goal::settings begin{worst};
  if (start) {
    begin = {next_better<Better>(*start), *start != worst};
    if (*start == Better::template best<value>()) roots.clear();  // no node can be better
  }
  return run_search<P, goal>(problem, rule, options, begin, std::move(roots),
                             [&](typename goal::handles const& handles, outcome<P>&& result) {
                               return optimum_of<P, Better, false>(problem, options, start, handles, std::move(result));
                             });
}

/// Ends at the first node that reaches `target`.
template <class P, class Better>
search::optimum<P> find_first(P const& problem, coordination const& rule, options const& options,
                              objective_of<P> target, open_nodes<node_of<P>> roots) {
  using goal = optimum_state<P, Better, true>;
  return run_search<P, goal>(problem, rule, options, {target}, std::move(roots),
                             [&](typename goal::handles const& handles, outcome<P>&& result) {
                               return optimum_of<P, Better, true>(problem, options, next_worse<Better>(target), handles,
                                                                  std::move(result));
                             });
}

}  // namespace detail

/// Folds the values of all nodes (1 each if the problem has no value()) with the reducer's
/// operation, and adds the result to `total`. Reducers: sum, min, max, or your own whose operation
/// has a static identity().
template <problem P, class R>
  requires requires(R const& value) { detail::operation_of(value); }
auto enumerate(P const& instance, coordination rule, R const& total, options const& options = {}, resume<P> from = {}) {
  using T = decltype(detail::merged_type_of(total));
  using Op = decltype(detail::operation_of(total));
  static_assert(!detail::guided<P>,
                "a problem whose children(node, best) depend on the incumbent cannot be enumerated");
  using goal = detail::fold<P, T, Op>;
  return detail::run_search<P, goal>(instance, rule, options, {}, detail::beginning_of(instance, std::move(from)),
                                     [&](typename goal::handles const& handles, detail::outcome<P>&& result) {
                                       T const value = handles.total.get();
                                       total += value;
                                       return enumeration<P, T>{value, result.complete, result.share,
                                                                std::move(result.stats), std::move(result.open)};
                                     });
}
/// The sum of the values of all nodes: their number if the problem has no value().
template <problem P>
auto enumerate(P const& instance, coordination rule = {}, options const& options = {}, resume<P> from = {}) {
  using T = detail::value_type_of<P>;
  static_assert(!detail::guided<P>,
                "a problem whose children(node, best) depend on the incumbent cannot be enumerated");
  using goal = detail::fold<P, T, plus_operation<T>>;
  return detail::run_search<P, goal>(instance, rule, options, {}, detail::beginning_of(instance, std::move(from)),
                                     [](typename goal::handles const& handles, detail::outcome<P>&& result) {
                                       return enumeration<P, T>{handles.total.get(), result.complete, result.share,
                                                                std::move(result.stats), std::move(result.open)};
                                     });
}

/// Finds a node with the largest objective. With `start`, only nodes with a larger one count.
template <valued_problem P>
optimum<P> maximise(P const& problem, coordination rule = {}, options const& options = {},
                    std::optional<objective_of<P>> start = {}, resume<P> from = {}) {
  return detail::optimise<P, detail::larger>(problem, rule, options, start,
                                             detail::beginning_of(problem, std::move(from)));
}
/// Finds a node with the smallest objective. With `start`, only nodes with a smaller one count.
template <valued_problem P>
optimum<P> minimise(P const& problem, coordination rule = {}, options const& options = {},
                    std::optional<objective_of<P>> start = {}, resume<P> from = {}) {
  return detail::optimise<P, detail::smaller>(problem, rule, options, start,
                                              detail::beginning_of(problem, std::move(from)));
}
/// Finds a node with an objective of at least `target`, if there is one. The first node found ends
/// the search at all places.
template <valued_problem P>
optimum<P> decide(P const& problem, objective_of<P> target, coordination rule = {}, options const& options = {},
                  resume<P> from = {}) {
  return detail::find_first<P, detail::larger>(problem, rule, options, target,
                                               detail::beginning_of(problem, std::move(from)));
}

}  // namespace skua::search
