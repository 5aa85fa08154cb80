// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is looked for: a fold over all nodes, or the best node, or one that is good enough.
//
// A goal has three parts: `handles`, reducers for what counts at the end; `here`, what the tasks of one place share; `local`,
// what one task keeps to itself between flushes. I1 the incumbent of a place only gets better. Reading an older one prunes
// less, which is never wrong, so it is read relaxed at every node (Edge: none).
#pragma once

#include <cmath>
#include <limits>
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

struct larger {
  template <class V>
  constexpr bool operator()(V const& a, V const& b) const {
    return a > b;
  }
  template <class V>
  static constexpr V worst() {
    return max_operation<V>::identity();
  }
  template <class V>
  static constexpr V unbeaten() {
    return min_operation<V>::identity();
  }
  /// The value that every value not worse than v beats, and no other.
  template <class V>
  static V just_worse(V v) {
    if constexpr (std::is_floating_point_v<V>) {
      return std::nextafter(v, -std::numeric_limits<V>::infinity());
    } else {
      return v == std::numeric_limits<V>::lowest() ? v : static_cast<V>(v - 1);
    }
  }
};
struct smaller {
  template <class V>
  constexpr bool operator()(V const& a, V const& b) const {
    return a < b;
  }
  template <class V>
  static constexpr V worst() {
    return min_operation<V>::identity();
  }
  template <class V>
  static constexpr V unbeaten() {
    return max_operation<V>::identity();
  }
  template <class V>
  static V just_worse(V v) {
    if constexpr (std::is_floating_point_v<V>) {
      return std::nextafter(v, std::numeric_limits<V>::infinity());
    } else {
      return v == std::numeric_limits<V>::max() ? v : static_cast<V>(v + 1);
    }
  }
};

/// Of nodes that are equally good any may be kept.
struct no_order {
  template <class T>
  constexpr bool operator()(T const&, T const&) const {
    return false;
  }
};

/// Branch and bound. With First, the first node that beats the value to begin with ends the search.
template <class P, class Better, bool First>
struct optimum {
  static constexpr bool stops_at_first = First;
  static constexpr bool order_matters = true;  // to the number of nodes
  using node = node_of<P>;
  using value = objective_of<P>;

  struct settings {
    value start;  ///< only what is better than this counts
  };
  struct handles {
    best_reducer<value, node, Better, no_order> found;
  };

  class here {
   public:
    explicit here(settings const& s) : best_(s.start) {}
    SKUA_INLINE value best() const noexcept { return best_.load(std::memory_order_relaxed); }  // relaxed: an older one prunes less
    /// For people.
    std::optional<double> incumbent() const {
      if (First || best() == Better::template worst<value>()) return {};
      return static_cast<double>(best());
    }
    /// False: that or a better one is known. With First nothing is raised: every node that is good enough ends its task, so
    /// nobody goes on below one because somebody else was there first.
    bool raise(value v) noexcept {
      if constexpr (First) return true;
      value known = best();
      while (Better{}(v, known)) {
        if (best_.compare_exchange_weak(known, v, std::memory_order_relaxed)) return true;  // relaxed: as best()
      }
      return false;
    }

   private:
    alignas(64) base::atomic<value> best_;
    [[maybe_unused]] char rest_of_line_[64 - sizeof(value)]{};
  };

  class local {
   public:
    explicit local(handles const& to) : to_(to) {}
    template <class Place>
    SKUA_INLINE verdict visit(Place& at, P const& p, node const& n) {
      if (hopeless(at.goal, p, n)) return prunes_levels<P> ? verdict::prune_rest : verdict::prune;
      value const v = p.objective(n);
      if (SKUA_UNLIKELY(Better{}(v, at.goal.best()))) {
        improve(at, v, n);
        if constexpr (First) return verdict::enough;
      }
      return verdict::descend;
    }
    SKUA_INLINE bool hopeless(here const& at, P const& p, node const& n) const {
      if constexpr (bounded<P>) {
        return !Better{}(static_cast<value>(p.bound(n)), at.best());
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
