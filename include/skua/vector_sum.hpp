// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// vector_sum: element-wise sums of a vector, a row per worker, made when the worker first adds.
//
// Edge ROW: the zeros of a fresh row reach whoever finds it. A row is changed by its worker alone (rows of plain threads
// under a lock), element by element by relaxed loads and stores, so that a peek is no race.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <skua/base/check.hpp>
#include <skua/sched/reducer_object.hpp>

namespace skua {
namespace sched {

template <class T>
class vector_sum_object final : public watched_object<vector_sum_object<T>> {
 public:
  using element = base::atomic<T>;

  static vector_sum_object* make(std::size_t n) {
    auto made = std::unique_ptr<vector_sum_object>(new vector_sum_object(n, place_here()->slots));
    made->adopt_here();
    return made.release();
  }
  ~vector_sum_object() override {
    this->stop_watching();
    for (auto& r : rows_) release_row(r.load(std::memory_order_relaxed));  // relaxed: the scope has ended
  }

  std::size_t size() const noexcept { return size_; }

  SKUA_INLINE void add(std::size_t i, T x) {
    fibre const* s = self();
    if (SKUA_LIKELY(s != nullptr)) {
      increase(row(s->worker->id)[i], x);
    } else {
      add_outside(i, std::span<T const>(&x, 1));
    }
  }
  void add(std::span<T const> x) {
    base::check(x.size() == size_, "vector_sum: += of a span of another size");
    fibre const* s = self();
    if (s == nullptr) return add_outside(0, x);
    element* r = row(s->worker->id);
    for (std::size_t i = 0; i < size_; ++i) increase(r[i], x[i]);
  }
  std::vector<T> total() const {
    std::vector<T> all(size_);
    for (auto const& slot : rows_) {
      element const* r = slot.load(std::memory_order_acquire);  // sync: ROW <- fresh_row
      if (r == nullptr) continue;
      for (std::size_t i = 0; i < size_; ++i)
        all[i] = static_cast<T>(
            all[i] + r[i].load(std::memory_order_relaxed));  // relaxed: a snapshot, or ordered by the end of the scope
    }
    return all;
  }
  T total(std::size_t i) const {
    T all{};
    for (auto const& slot : rows_) {
      element const* r = slot.load(std::memory_order_acquire);                             // sync: ROW <- fresh_row
      if (r != nullptr) all = static_cast<T>(all + r[i].load(std::memory_order_relaxed));  // relaxed: as above
    }
    return all;
  }
  void reset() {
    for (auto& slot : rows_) {
      element* r = slot.load(std::memory_order_acquire);  // sync: ROW <- fresh_row
      for (std::size_t i = 0; r != nullptr && i < size_; ++i)
        r[i].store(T{}, std::memory_order_relaxed);  // relaxed: ordered by the scopes around it
    }
  }

 private:
  vector_sum_object(std::size_t n, int slots) : size_(n), rows_(static_cast<std::size_t>(slots) + 1) {}

  SKUA_INLINE static void increase(element& e, T x) noexcept {
    e.store(static_cast<T>(e.load(std::memory_order_relaxed) + x),  // relaxed: nobody else writes
            std::memory_order_relaxed);  // relaxed: a snapshot, or ordered by the end of the scope
  }
  SKUA_INLINE element* row(int id) {
    element* r = rows_[static_cast<unsigned>(id)].load(std::memory_order_relaxed);  // relaxed: made by this worker
    return SKUA_LIKELY(r != nullptr) ? r : fresh_row(id);
  }
  SKUA_COLD element* fresh_row(int id) {
    std::size_t const bytes = (size_ * sizeof(element) / 64 + 1) * 64;
    auto* r = static_cast<element*>(::operator new(bytes, std::align_val_t{64}));
    for (std::size_t i = 0; i < size_; ++i) ::new (static_cast<void*>(r + i)) element(T{});
    rows_[static_cast<unsigned>(id)].store(r, std::memory_order_release);  // sync: ROW -> total, reset
    return r;
  }
  static void release_row(element* r) noexcept { ::operator delete(r, std::align_val_t{64}); }
  void add_outside(std::size_t first, std::span<T const> x) {
    int const id = static_cast<int>(rows_.size()) - 1;
    struct guard {
      base::spinlock& lock;
      ~guard() { lock.unlock(); }
    };
    outside_.lock();
    guard const g{outside_};
    element* r = row(id);
    for (std::size_t i = 0; i < x.size(); ++i) increase(r[first + i], x[i]);
  }

  std::size_t size_;
  std::vector<base::atomic<element*>> rows_;
  base::spinlock outside_;
};

}  // namespace sched

/// n sums under one 8-byte name, as reducer: r[i] += x, r += span of n. T is an arithmetic type of at most 8 bytes.
/// Each worker that adds keeps a row of n elements.
template <class T>
class vector_sum {
  static_assert(sched::lock_free_partial<T> && std::is_arithmetic_v<T>,
                "vector_sum: an arithmetic type of at most 8 bytes");

 public:
  class element {
   public:
    SKUA_INLINE element const& operator+=(T x) const {
      object_->add(i_, x);
      return *this;
    }
    [[nodiscard]] T get() const { return object_->total(i_); }

   private:
    friend class vector_sum;
    element(sched::vector_sum_object<T>* o, std::size_t i) noexcept : object_(o), i_(i) {}
    sched::vector_sum_object<T>* object_;
    std::size_t i_;
  };

  explicit vector_sum(std::size_t n) : object_(sched::vector_sum_object<T>::make(n)) {}

  [[nodiscard]] std::size_t size() const noexcept { return object_->size(); }
  /// i < size(), which is not checked.
  SKUA_INLINE element operator[](std::size_t i) const noexcept { return {object_, i}; }
  vector_sum const& operator+=(std::span<T const> x) const {
    object_->add(x);
    return *this;
  }
  /// Exact as reducer::get.
  [[nodiscard]] std::vector<T> get() const { return object_->total(); }
  [[nodiscard]] std::vector<T> peek() const { return object_->total(); }
  [[nodiscard]] std::vector<T> local() const { return object_->total(); }
  void reset() const { object_->reset(); }
  /// As reducer::when; the predicate gets a std::vector<T>.
  template <class Predicate, class Action>
  void when(Predicate predicate, Action action) const {
    object_->when(std::move(predicate), std::move(action));
  }
  template <class Rep, class Period, class Action>
  void every(std::chrono::duration<Rep, Period> const& period, Action action) const {
    object_->every(std::chrono::ceil<std::chrono::nanoseconds>(period), std::move(action));
  }

 private:
  sched::vector_sum_object<T>* object_;
};

static_assert(sizeof(vector_sum<int>) == 8 && std::is_trivially_copyable_v<vector_sum<int>>);

}  // namespace skua
