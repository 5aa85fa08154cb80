// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reducer: a value that all tasks add to without meeting one another, and its ready-made kinds.
//
// Source: the accumulators of Habanero and the reducers of Cilk; peek is the reduceAsyncAny of Posner & Fohry (2018).
// `r += x` merges into the partial of the worker: no atomic read-modify-write, no shared cache line.
#pragma once

#include <chrono>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <skua/operations.hpp>
#include <skua/sched/reducer_object.hpp>

namespace skua {

/// An 8-byte name of a value owned by the scope (finish, or the body of run) that made it; capture it by value. Op is
/// associative and commutative and must not suspend; see operations.hpp for its form.
template <class T, class Op>
class reducer {
 public:
  using value_type = T;

  /// Starts from the operation's own identity.
  reducer()
    requires requires { Op::identity(); }
      : reducer(Op::identity(), Op{}) {}
  /// Starts from a given identity, which must be one: op(identity, x) == x.
  explicit reducer(T identity, Op op = Op{})
      : name_(sched::reducer_object<T, Op>::make(std::move(op), std::move(identity))) {}

  /// Merges x into the calling worker's part. From any task, also from plain threads.
  SKUA_INLINE reducer const& operator+=(T const& x) const {
    name_->add(x);
    return *this;
  }
  /// The exact result, at the reducer's own place, for whoever has waited for the scopes whose tasks used it.
  [[nodiscard]] T get() const { return name_->total(); }
  /// A snapshot over all places while tasks run, from anywhere: every value merged long enough ago, each at most once. With
  /// several places it asks them, and may suspend.
  [[nodiscard]] T peek() const { return name_->peek(name_.bits()); }
  /// What this place's tasks have merged (away from the reducer's place: those of the caller's scope).
  [[nodiscard]] T local() const { return name_->own_total(); }
  /// Back to the identity; when no task uses it.
  void reset() const { name_->reset(); }

  /// Runs action() once, as an urgent task of the scope that owns the reducer, as soon as predicate(value) holds. It is
  /// looked at every millisecond, and a last time when all tasks of that scope have ended: a condition that holds then is
  /// never missed, one that held only in between (possible if the value is not monotonic) may be. The predicate runs on a
  /// thread of the library: it must be quick and must not wait; what it throws goes to the scope. To be called in a
  /// task of that scope. In a cancelled scope the action does not run.
  template <class Predicate, class Action>
  void when(Predicate predicate, Action action) const {
    name_->when(std::move(predicate), std::move(action));
  }
  /// Runs action(value) every `period` (at least a millisecond) while the owning scope lasts, as an urgent task of it; not
  /// again before the last one has ended.
  template <class Rep, class Period, class Action>
  void every(std::chrono::duration<Rep, Period> const& period, Action action) const {
    name_->every(std::chrono::ceil<std::chrono::nanoseconds>(period), std::move(action));
  }

 protected:
  sched::object_name<sched::reducer_object<T, Op>> name_;
};

/// A sum, starting from T{}.
template <class T>
class sum : public reducer<T, plus_operation<T>> {
 public:
  using reducer<T, plus_operation<T>>::reducer;
};

/// The smallest value; of none, infinity or the largest value of T.
template <class T>
class min : public reducer<T, min_operation<T>> {
 public:
  using reducer<T, min_operation<T>>::reducer;
};

/// The largest value; of none, minus infinity or the lowest value of T.
template <class T>
class max : public reducer<T, max_operation<T>> {
 public:
  using reducer<T, max_operation<T>>::reducer;
};

/// Counts.
class count : public sum<std::uint64_t> {
 public:
  SKUA_INLINE count const& operator++() const {
    *this += 1;
    return *this;
  }
};

static_assert(sizeof(sum<double>) == 8 && std::is_trivially_copyable_v<sum<double>>);

}  // namespace skua

#include <skua/best.hpp>
#include <skua/vector_sum.hpp>
