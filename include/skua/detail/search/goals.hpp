// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The goals of searches: a fold over all nodes, the best node, or a node that is good enough.
//
// A goal has three parts. `handles`: the reducers of the result. `place_part`: the data that the
// tasks of one place share. `local`: the data of one task between flushes.
//   GOALS-1  The incumbent of a place only gets better. An older value prunes less, which is never
//     wrong, so each node reads it relaxed (no edge).
#pragma once

#include <cmath>
#include <optional>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include <skua/best.hpp>
#include <skua/detail/base/atomic.hpp>
#include <skua/detail/search/search_state.hpp>
#include <skua/reducer.hpp>
#include <skua/search/problem.hpp>

namespace skua::search::detail {

enum class visit_result {
  descend,
  prune,
  prune_siblings,
  enough,  // the search ends: no other node need be visited
};

/// The children of a node. A guided problem gets the incumbent of the goal.
template <class P, class PlacePart>
SKUA_INLINE raw_children<P> open(P const& problem, node_of<P> const& n, PlacePart const& goal) {
  if constexpr (guided<P>) {
    return problem.children(n, goal.best());
  } else {
    return problem.children(n);
  }
}

/// Enumeration: the values of all nodes, merged.
template <class P, class T, class Op>
struct fold {
  static constexpr bool has_incumbents = false;
  static constexpr bool stops_at_first = false;
  static constexpr bool order_matters = false;

  struct settings {};
  struct handles {
    reducer<T, Op> total;
  };
  struct place_part {
    explicit place_part(settings const&) {}
    std::optional<double> incumbent() const { return {}; }
  };

  class local {
   public:
    explicit local(handles const& reducers) : reducers_(reducers) {}
    template <class Place>
    SKUA_INLINE visit_result visit(Place&, P const& problem, node_of<P> const& n) {
      sched::merge(Op{}, sum_, static_cast<T>(value_of(problem, n)));
      return visit_result::descend;
    }
    bool prunable(place_part const&, P const&, node_of<P> const&) const { return false; }
    static void check_bound(P const&, node_of<P> const&, node_of<P> const&) {}
    void flush() {
      reducers_.total += sum_;
      sum_ = Op::identity();
    }

   private:
    handles reducers_;
    T sum_ = Op::identity();
  };
};

/// The two directions of an optimisation. `best` and `worst` are the ends of the objective's type.
struct larger {
  template <class V>
  constexpr bool operator()(V const& left, V const& right) const {
    return left > right;
  }
  /// Whether `value` is as good as the threshold. It differs from !("the threshold is better") for
  /// a NaN, which reaches no threshold.
  template <class V>
  static constexpr bool reaches(V const& value, V const& threshold) {
    return value >= threshold;
  }
  template <class V>
  static constexpr V worst() {
    return max_operation<V>::identity();
  }
  template <class V>
  static constexpr V best() {
    return min_operation<V>::identity();
  }
};
struct smaller {
  template <class V>
  constexpr bool operator()(V const& left, V const& right) const {
    return left < right;
  }
  template <class V>
  static constexpr bool reaches(V const& value, V const& threshold) {
    return value <= threshold;
  }
  template <class V>
  static constexpr V worst() {
    return min_operation<V>::identity();
  }
  template <class V>
  static constexpr V best() {
    return max_operation<V>::identity();
  }
};

/// The value of the type next to `value` in the direction of `end`; `value` itself if `value` ==
/// end.
template <class V>
SKUA_INLINE V next_towards(V end, V value) {
  if (value == end) return value;
  if constexpr (std::is_floating_point_v<V>) {
    return std::nextafter(value, end);
  } else if constexpr (std::is_same_v<V, bool>) {
    return end;
  } else {
    return static_cast<V>(end < value ? value - 1 : value + 1);
  }
}
template <class Better, class V>
SKUA_INLINE V next_better(V value) {
  return next_towards(Better::template best<V>(), value);
}
template <class Better, class V>
SKUA_INLINE V next_worse(V value) {
  return next_towards(Better::template worst<V>(), value);
}

/// The payload order of the result's reducer: of equally good nodes, any may be kept.
struct no_order {
  template <class T>
  constexpr bool operator()(T const&, T const&) const {
    return false;
  }
};

/// Branch and bound. With First, the first node that reaches the threshold ends the search.
template <class P, class Better, bool First>
struct optimum_state {
  static constexpr bool has_incumbents = true;
  static constexpr bool stops_at_first = First;
  static constexpr bool order_matters = true;  // the number of visited nodes depends on their order
  using node = node_of<P>;
  using value = objective_of<P>;

  struct settings {
    value threshold;             ///< only nodes that reach this value count
    bool has_incumbent = false;  ///< the next worse value counts as an incumbent in progress reports
  };
  struct handles {
    best_reducer<value, node, Better, no_order> incumbent;
  };

  class place_part {
   public:
    explicit place_part(settings const& settings)
        : threshold_(settings.threshold), has_incumbent_(settings.has_incumbent) {}
    // relaxed: an older value prunes less
    SKUA_INLINE value threshold() const noexcept { return threshold_.load(std::memory_order_relaxed); }
    SKUA_INLINE bool counts(value value) const noexcept { return Better::reaches(value, threshold()); }
    /// The incumbent of this place; with First, the best value that is not good enough. It exists:
    /// a node is opened only after its visit, when the threshold is better than the type's worst
    /// value (the node did not reach the threshold, or has raised it).
    SKUA_INLINE value best() const noexcept { return next_worse<Better>(threshold()); }
    /// The incumbent for progress reports.
    std::optional<double> incumbent() const {
      if (First || !has_incumbent_.load(std::memory_order_relaxed)) return {};  // relaxed: only for reports
      return static_cast<double>(best());
    }
    /// Whether `result` ends the search, because no value is better.
    static constexpr bool is_last(value result) noexcept { return First || result == Better::template best<value>(); }
    /// Raises the threshold beyond `result`. Returns false if `result` does not count any more. A
    /// value that ends the search does not raise the threshold: each node that reaches it must end
    /// its task, even if another task has reached it first.
    bool raise(value result) noexcept {
      if (is_last(result)) return true;
      value const next = next_better<Better>(result);
      value old = threshold();
      while (Better::reaches(result, old)) {
        // relaxed: as in threshold()
        if (!threshold_.compare_exchange_weak(old, next, std::memory_order_relaxed)) continue;
        // relaxed: as in incumbent()
        has_incumbent_.store(true, std::memory_order_relaxed);
        return true;
      }
      return false;
    }

   private:
    alignas(64) base::atomic<value> threshold_;
    base::atomic<bool> has_incumbent_;
    [[maybe_unused]] char rest_of_line_[64 - 2 * sizeof(value)]{};
  };

  class local {
   public:
    explicit local(handles const& reducers) : reducers_(reducers) {}
    template <class Place>
    SKUA_INLINE visit_result visit(Place& state, P const& problem, node const& n) {
      if (prunable(state.goal, problem, n))
        return prunes_levels<P> ? visit_result::prune_siblings : visit_result::prune;
      value const result = problem.objective(n);
      if (SKUA_UNLIKELY(state.goal.counts(result))) {
        improve(state, result, n);
        if (place_part::is_last(result)) return visit_result::enough;
      }
      return visit_result::descend;
    }
    SKUA_INLINE bool prunable(place_part const& goal, P const& problem, node const& n) const {
      if constexpr (bounded<P>) {
        return !goal.counts(static_cast<value>(problem.bound(n)));
      } else {
        return false;
      }
    }
    /// Check mode: the child promises no more than its parent.
    static void check_bound(P const& problem, node const& child, node const& parent) {
      if constexpr (bounded<P>) {
        auto const bounds =
            std::pair(static_cast<value>(problem.bound(child)), static_cast<value>(problem.bound(parent)));
        if (Better{}(bounds.first, bounds.second))
          report_bound(typeid(P), static_cast<double>(bounds.first), static_cast<double>(bounds.second));
      }
    }
    void flush() {}

   private:
    template <class Place>
    SKUA_COLD void improve(Place& state, value value, node const& n) {
      if (!state.goal.raise(value)) return;
      reducers_.incumbent.offer(value, n);
      state.improved(value);
    }
    handles reducers_;
  };
};

}  // namespace skua::search::detail
