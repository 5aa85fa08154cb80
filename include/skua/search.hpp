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
open_nodes<node_of<P>> beginning_of(P const& p, resume<P> from) {
  return from.begun ? std::move(from.open) : from_root(p);
}

template <class P, class Better, bool First>
search::optimum<P> optimum_of(P const& p, options const& o, std::optional<objective_of<P>> start,
                              typename optimum_state<P, Better, First>::handles const& h, outcome<P>&& r) {
  search::optimum<P> x;
  x.value = start.value_or(Better::template worst<objective_of<P>>());
  x.start = start;
  if (auto best = h.incumbent.get()) {
    x.node = std::move(best->payload);
    x.value = best->value;
    if constexpr (!First) x.start = x.value;
  }
  x.complete = r.complete || (x.node && optimum_state<P, Better, First>::place_part::is_last(x.value));
  x.share = x.complete ? 1 : r.share;
  x.stats = std::move(r.stats);
  if (!x.complete) x.open = std::move(r.open);
  x.bound = x.value;
  if (!x.complete) {
    if constexpr (bounded<P>) {
      for (auto const& n : x.open) {
        auto const b = static_cast<objective_of<P>>(p.bound(n.node));
        if (Better{}(b, x.bound)) x.bound = b;
      }
    }
    if (!bounded<P> || !o.keep_open) x.bound = Better::template best<objective_of<P>>();
  }
  return x;
}

/// Only nodes better than `start` count; without it, every node.
template <class P, class Better>
search::optimum<P> optimise(P const& p, coordination const& rule, options const& o,
                            std::optional<objective_of<P>> start, open_nodes<node_of<P>> roots) {
  using goal = optimum_state<P, Better, false>;
  using value = objective_of<P>;
  constexpr value worst = Better::template worst<value>();
  typename goal::settings begin{worst};
  if (start) {
    begin = {next_better<Better>(*start), *start != worst};
    if (*start == Better::template best<value>()) roots.clear();  // no node can be better
  }
  return run_search<P, goal>(p, rule, o, begin, std::move(roots), [&](typename goal::handles const& h, outcome<P>&& r) {
    return optimum_of<P, Better, false>(p, o, start, h, std::move(r));
  });
}

/// Ends at the first node that reaches `target`.
template <class P, class Better>
search::optimum<P> find_first(P const& p, coordination const& rule, options const& o, objective_of<P> target,
                              open_nodes<node_of<P>> roots) {
  using goal = optimum_state<P, Better, true>;
  return run_search<P, goal>(p, rule, o, {target}, std::move(roots),
                             [&](typename goal::handles const& h, outcome<P>&& r) {
                               return optimum_of<P, Better, true>(p, o, next_worse<Better>(target), h, std::move(r));
                             });
}

}  // namespace detail

/// Folds the values of all nodes (1 each if the problem has no value()) with the reducer's
/// operation, and adds the result to `total`. Reducers: sum, min, max, or your own whose operation
/// has a static identity().
template <problem P, class R>
  requires requires(R const& r) { detail::operation_of(r); }
auto enumerate(P const& p, coordination rule, R const& total, options const& o = {}, resume<P> from = {}) {
  using T = decltype(detail::merged_type_of(total));
  using Op = decltype(detail::operation_of(total));
  static_assert(!detail::guided<P>,
                "a problem whose children(node, best) depend on the incumbent cannot be enumerated");
  using goal = detail::fold<P, T, Op>;
  return detail::run_search<P, goal>(p, rule, o, {}, detail::beginning_of(p, std::move(from)),
                                     [&](typename goal::handles const& h, detail::outcome<P>&& r) {
                                       T const value = h.total.get();
                                       total += value;
                                       return enumeration<P, T>{value, r.complete, r.share, std::move(r.stats),
                                                                std::move(r.open)};
                                     });
}
/// The sum of the values of all nodes: their number if the problem has no value().
template <problem P>
auto enumerate(P const& p, coordination rule = {}, options const& o = {}, resume<P> from = {}) {
  using T = detail::value_type_of<P>;
  static_assert(!detail::guided<P>,
                "a problem whose children(node, best) depend on the incumbent cannot be enumerated");
  using goal = detail::fold<P, T, plus_operation<T>>;
  return detail::run_search<P, goal>(p, rule, o, {}, detail::beginning_of(p, std::move(from)),
                                     [](typename goal::handles const& h, detail::outcome<P>&& r) {
                                       return enumeration<P, T>{h.total.get(), r.complete, r.share, std::move(r.stats),
                                                                std::move(r.open)};
                                     });
}

/// Finds a node with the largest objective. With `start`, only nodes with a larger one count.
template <valued_problem P>
optimum<P> maximise(P const& p, coordination rule = {}, options const& o = {},
                    std::optional<objective_of<P>> start = {}, resume<P> from = {}) {
  return detail::optimise<P, detail::larger>(p, rule, o, start, detail::beginning_of(p, std::move(from)));
}
/// Finds a node with the smallest objective. With `start`, only nodes with a smaller one count.
template <valued_problem P>
optimum<P> minimise(P const& p, coordination rule = {}, options const& o = {},
                    std::optional<objective_of<P>> start = {}, resume<P> from = {}) {
  return detail::optimise<P, detail::smaller>(p, rule, o, start, detail::beginning_of(p, std::move(from)));
}
/// Finds a node with an objective of at least `target`, if there is one. The first node found ends
/// the search at all places.
template <valued_problem P>
optimum<P> decide(P const& p, objective_of<P> target, coordination rule = {}, options const& o = {},
                  resume<P> from = {}) {
  return detail::find_first<P, detail::larger>(p, rule, o, target, detail::beginning_of(p, std::move(from)));
}

}  // namespace skua::search
