// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is looked for: a fold over all nodes, or the best node, or one that is good enough.
//
// A goal has three parts: `handles`, reducers for what counts at the end; `here`, what the tasks of
// one place share; `local`, what one task keeps to itself between flushes. I1 the incumbent of a
// place only gets better. Reading an older one prunes less, which is never wrong, so it is read
// relaxed at every node (Edge: none).
#pragma once

#include <cmath>
#include <optional>
#include <type_traits>

#include <skua/base/atomic.hpp>
#include <skua/best.hpp>
#include <skua/reducer.hpp>
#include <skua/search/problem.hpp>

namespace skua::search::detail {

enum class verdict {
  descend,
  prune,
  prune_rest,
  enough,  // nothing else needs to be looked at
};

/// The children of a node, as the goal has them made.
template <class P, class Here>
SKUA_INLINE raw_children<P> open(P const& p, node_of<P> const& n, Here const& goal) {
  if constexpr (guided<P>) {
    return p.children(n, goal.best());
  } else {
    return p.children(n);
  }
}

/// Enumeration: the values of all nodes, merged.
template <class P, class T, class Op>
struct fold {
  static constexpr bool stops_at_first = false;
  static constexpr bool order_matters = false;

  struct settings {};
  struct handles {
    reducer<T, Op> into;
  };
  struct here {
    explicit here(settings const&) {}
    std::optional<double> incumbent() const { return {}; }
  };

  class local {
   public:
    explicit local(handles const& to) : to_(to) {}
    template <class Place>
    SKUA_INLINE verdict visit(Place&, P const& p, node_of<P> const& n) {
      sched::merge(Op{}, sum_, static_cast<T>(value_of(p, n)));
      return verdict::descend;
    }
    bool hopeless(here const&, P const&, node_of<P> const&) const { return false; }
    void flush() {
      to_.into += sum_;
      sum_ = Op::identity();
    }

   private:
    handles to_;
    T sum_ = Op::identity();
  };
};

/// Both directions of an optimisation. `best` and `worst` are the ends of the objective's type.
struct larger {
  template <class V>
  constexpr bool operator()(V const& a, V const& b) const {
    return a > b;
  }
  /// Whether v is as good as the threshold. Not the opposite of "the threshold is better": a NaN
  /// reaches nothing.
  template <class V>
  static constexpr bool reaches(V const& v, V const& threshold) {
    return v >= threshold;
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
  constexpr bool operator()(V const& a, V const& b) const {
    return a < b;
  }
  template <class V>
  static constexpr bool reaches(V const& v, V const& threshold) {
    return v <= threshold;
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

/// The neighbour of v in its type, in the direction of `end`; v itself at that end.
template <class V>
SKUA_INLINE V next_towards(V end, V v) {
  if (v == end) return v;
  if constexpr (std::is_floating_point_v<V>) {
    return std::nextafter(v, end);
  } else if constexpr (std::is_same_v<V, bool>) {
    return end;
  } else {
    return static_cast<V>(end < v ? v - 1 : v + 1);
  }
}
template <class Better, class V>
SKUA_INLINE V next_better(V v) {
  return next_towards(Better::template best<V>(), v);
}
template <class Better, class V>
SKUA_INLINE V next_worse(V v) {
  return next_towards(Better::template worst<V>(), v);
}

/// Of nodes that are equally good any may be kept.
struct no_order {
  template <class T>
  constexpr bool operator()(T const&, T const&) const {
    return false;
  }
};

/// Branch and bound. With First, the first node that reaches the threshold ends the search.
template <class P, class Better, bool First>
struct optimum {
  static constexpr bool stops_at_first = First;
  static constexpr bool order_matters = true;  // to the number of nodes
  using node = node_of<P>;
  using value = objective_of<P>;

  struct settings {
    value threshold;     ///< only what reaches this counts
    bool known = false;  ///< the value before it counts as an incumbent, for progress
  };
  struct handles {
    best_reducer<value, node, Better, no_order> found;
  };

  class here {
   public:
    explicit here(settings const& s) : threshold_(s.threshold), known_(s.known) {}
    // relaxed: an older one prunes less
    SKUA_INLINE value threshold() const noexcept { return threshold_.load(std::memory_order_relaxed); }
    SKUA_INLINE bool counts(value v) const noexcept { return Better::reaches(v, threshold()); }
    /// The incumbent of this place; of First the best value that is not good enough. A node is
    /// opened only after a look at it has left the threshold above the worst value (the node did
    /// not reach it, or has raised it), so this is not at the type's end.
    SKUA_INLINE value best() const noexcept { return next_worse<Better>(threshold()); }
    /// For people.
    std::optional<double> incumbent() const {
      if (First || !known_.load(std::memory_order_relaxed)) return {};  // relaxed: it is for people
      return static_cast<double>(best());
    }
    /// Nothing can be better than v: it ends the search.
    static constexpr bool is_last(value v) noexcept { return First || v == Better::template best<value>(); }
    /// False: v does not count any more. What ends the search raises nothing: each node that counts
    /// ends its task, so no task goes on below one because another task was there first.
    bool raise(value v) noexcept {
      if (is_last(v)) return true;
      value const next = next_better<Better>(v);
      value old = threshold();
      while (Better::reaches(v, old)) {
        // relaxed: as threshold()
        if (!threshold_.compare_exchange_weak(old, next, std::memory_order_relaxed)) continue;
        // relaxed: as incumbent()
        known_.store(true, std::memory_order_relaxed);
        return true;
      }
      return false;
    }

   private:
    alignas(64) base::atomic<value> threshold_;
    base::atomic<bool> known_;
    [[maybe_unused]] char rest_of_line_[64 - 2 * sizeof(value)]{};
  };

  class local {
   public:
    explicit local(handles const& to) : to_(to) {}
    template <class Place>
    SKUA_INLINE verdict visit(Place& at, P const& p, node const& n) {
      if (hopeless(at.goal, p, n)) return prunes_levels<P> ? verdict::prune_rest : verdict::prune;
      value const v = p.objective(n);
      if (SKUA_UNLIKELY(at.goal.counts(v))) {
        improve(at, v, n);
        if (here::is_last(v)) return verdict::enough;
      }
      return verdict::descend;
    }
    SKUA_INLINE bool hopeless(here const& at, P const& p, node const& n) const {
      if constexpr (bounded<P>) {
        return !at.counts(static_cast<value>(p.bound(n)));
      } else {
        return false;
      }
    }
    void flush() {}

   private:
    template <class Place>
    SKUA_COLD void improve(Place& at, value v, node const& n) {
      if (!at.goal.raise(v)) return;
      to_.found.offer(v, n);
      at.improved(v);
    }
    handles to_;
  };
};

}  // namespace skua::search::detail
