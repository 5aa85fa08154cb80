// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// reducer: a value to which all tasks add without contention, and ready-made kinds of it.
//
// Source: the accumulators of Habanero and the reducers of Cilk; peek is the reduceAsyncAny of
// Posner & Fohry (2018). `r += x` merges into the partial of the worker: no atomic
// read-modify-write, no shared cache line.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <skua/detail/remote/reducer_handle.hpp>
#include <skua/detail/remote/reducer_object.hpp>
#include <skua/operations.hpp>

namespace skua {

/// An 8-byte name of a value owned by the scope (finish, or the body of run) that made it; capture
/// it by value. Op must be associative and commutative, and must not suspend; operations.hpp says
/// what form it has. A reducer of numbers takes about 100 bytes until its scope has ended, and 128
/// more for each worker that has used it lately.
template <class T, class Op>
class reducer : public remote::reducer_handle<remote::reducer_object<T, Op>, T> {
  using object = remote::reducer_object<T, Op>;

 public:
  /// Starts from the operation's own identity.
  reducer()
    requires requires { Op::identity(); }
      : reducer(Op::identity(), Op{}) {}
  /// Starts from the given identity; op(identity, x) must equal x.
  explicit reducer(T identity, Op op = Op{})
      : remote::reducer_handle<object, T>(object::make(std::move(op), std::move(identity))) {}

  /// Merges `value` into the calling worker's partial. Any task or external thread may call it.
  SKUA_INLINE reducer const& operator+=(T const& value) const {
    sched::fibre* const current = sched::self();
    this->name_.find(current)->add(current, value);
    return *this;
  }
};

/// A sum, starting from T{}.
template <class T>
class sum : public reducer<T, plus_operation<T>> {
 public:
  using reducer<T, plus_operation<T>>::reducer;
};

/// The smallest value; without values: infinity, or the largest value of T.
template <class T>
class min : public reducer<T, min_operation<T>> {
 public:
  using reducer<T, min_operation<T>>::reducer;
};

/// The largest value; without values: minus infinity, or the lowest value of T.
template <class T>
class max : public reducer<T, max_operation<T>> {
 public:
  using reducer<T, max_operation<T>>::reducer;
};

/// A counter: a sum of std::uint64_t with ++.
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
