// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// vector_sum: element-wise sums of a vector. Each worker has a row, made when it first adds.
//
// Edge ROW: a thread that finds a row sees its zeros. Only its worker changes a row (the row of
// external threads is changed under a lock), by relaxed loads and stores of elements, so that a
// concurrent peek is no data race.
#pragma once

#include <chrono>
#include <cstddef>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <skua/detail/base/aligned.hpp>
#include <skua/detail/base/check.hpp>
#include <skua/detail/base/owner.hpp>
#include <skua/detail/remote/reducer_handle.hpp>
#include <skua/detail/remote/reducer_object.hpp>
#include <skua/detail/sched/packing_section.hpp>

namespace skua {
namespace remote {

template <class T>
class vector_sum_object final : public watched_object<vector_sum_object<T>> {
 public:
  using element = base::atomic<T>;

  static sched::replica_kind const kind;

  static vector_sum_object* make(std::size_t n) {
    auto object = base::owner<vector_sum_object>(new vector_sum_object(n, sched::place_here()));
    object->adopt_here();
    return object.release();
  }
  ~vector_sum_object() override {
    this->stop_watching();
    for (auto& r : rows_) release_row(r.load(std::memory_order_relaxed));  // relaxed: the scope has ended
  }

  std::size_t size() const noexcept { return size_; }

  SKUA_INLINE void add(std::size_t i, T x) {
    require_element(i);
    sched::fibre const* s = sched::self();
    if (SKUA_LIKELY(s != nullptr)) {
      increase(row(s->worker->id)[i], x);
    } else {
      add_external(i, std::span<T const>(&x, 1));
    }
  }
  void add(std::span<T const> x) {
    base::check(x.size() == size_, "vector_sum: += of a span of another size");
    sched::fibre const* s = sched::self();
    if (s == nullptr) return add_external(0, x);
    element* r = row(s->worker->id);
    for (std::size_t i = 0; i < size_; ++i) increase(r[i], x[i]);
  }
  /// As in reducer_object.
  std::vector<T> exact(std::uint64_t name) const { return all_here(name) ? total() : peek(name); }
  T exact(std::uint64_t name, std::size_t i) const {
    require_element(i);
    return all_here(name) ? total(i) : peek(name)[i];
  }
  std::vector<T> local(std::uint64_t name) const {
    if (sched::home_of_name(name) == this->home()) return own_total();
    wire::writer part;
    write_part_here(this->made_at, name, part);
    wire::reader input(part.view());
    return sched::decode_timed<std::vector<T>>(input);  // exactly one part: this replica's
  }
  /// The sum of everything that has arrived at this place.
  std::vector<T> total() const { return sum_of(rows_.size()); }
  /// The part that this place's tasks have added; for a replica: the tasks of its scope.
  std::vector<T> own_total() const { return sum_of(rows_.size() - 1); }
  /// This place's part plus the last known parts of other places. Never waits. One caller at a
  /// time.
  std::vector<T> latest() {
    std::vector<T> sum = own_total();
    add_all(known_parts_.refresh(sched::object_name<vector_sum_object>(this).bits(), this->made_at), sum);
    return sum;
  }
  /// This place's part plus the parts of the other places, which are asked for them now.
  std::vector<T> peek(std::uint64_t name) const {
    bool const home = sched::home_of_name(name) == this->home();  // else this is one replica of several here
    std::vector<T> sum = home ? own_total() : std::vector<T>(size_);
    add_all(gather_parts(name, !home), sum);
    return sum;
  }
  T total(std::size_t i) const {
    T sum{};
    for (auto const& slot : rows_) {
      element const* r = slot.load(std::memory_order_acquire);                             // sync: ROW <- fresh_row
      if (r != nullptr) sum = static_cast<T>(sum + r[i].load(std::memory_order_relaxed));  // relaxed: as in sum_of
    }
    return sum;
  }
  void reset(std::uint64_t name) {
    base::check(sched::home_of_name(name) == this->home(),
                "a reducer was reset at another place than its own, where it was made");
    reset_remote(this);
    clear_merged();
    known_parts_.forget();
  }
  void clear_merged() override {
    for (auto& slot : rows_) {
      element* r = slot.load(std::memory_order_acquire);  // sync: ROW <- fresh_row
      for (std::size_t i = 0; r != nullptr && i < size_; ++i)
        r[i].store(T{}, std::memory_order_relaxed);  // relaxed: ordered by the scopes around it
    }
  }

  void describe(wire::writer& to) const override { to.put(static_cast<std::uint64_t>(size_)); }
  void take_merged(wire::writer& to) override {
    sched::encode_timed(to, total());
    clear_merged();
  }
  void pack_part(wire::writer& to) const override { sched::encode_timed(to, own_total()); }
  void merge_in(wire::reader& from) override { merge_row(rows_.size() - 1, sched::decode_timed<std::vector<T>>(from)); }
  void keep_part(sched::scope_object const& replica) override {
    merge_row(rows_.size() - 2, static_cast<vector_sum_object const&>(replica).own_total());
  }

 private:
  // A row for each worker, one for external threads, one for parts that arrive from other places.
  vector_sum_object(std::size_t n, sched::place_front* where)
      : size_(n), rows_(static_cast<std::size_t>(where->slots) + 2) {
    this->made_at = where;
    this->merges_parts = true;
  }

  bool all_here(std::uint64_t name) const {
    return sched::home_of_name(name) == this->home() && everything_arrived(*this);
  }
  static sched::scope_object* make_replica(sched::place_front* where, wire::reader* from) {
    return new vector_sum_object(static_cast<std::size_t>(from->get<std::uint64_t>()), where);
  }
  std::vector<T> sum_of(std::size_t rows) const {
    std::vector<T> sum(size_);
    for (std::size_t k = 0; k < rows; ++k) {
      element const* r = rows_[k].load(std::memory_order_acquire);  // sync: ROW <- fresh_row
      if (r == nullptr) continue;
      for (std::size_t i = 0; i < size_; ++i)
        sum[i] = static_cast<T>(
            sum[i] + r[i].load(std::memory_order_relaxed));  // relaxed: a snapshot, or ordered by the end of the scope
    }
    return sum;
  }
  static void add_all(std::vector<place_part> const& parts, std::vector<T>& sum) {
    for (place_part const& part : parts) {
      wire::reader from(part.value);
      add_to(sum, sched::decode_timed<std::vector<T>>(from));
    }
  }
  static void add_to(std::vector<T>& sum, std::vector<T> const& part) {
    for (std::size_t i = 0; i < sum.size() && i < part.size(); ++i) sum[i] = static_cast<T>(sum[i] + part[i]);
  }
  void merge_row(std::size_t index, std::vector<T> const& part) {
    base::check(part.size() == size_, "internal: a vector_sum of another size came from another place");
    external_lock_.lock();
    element* const r = row(static_cast<int>(index));
    for (std::size_t i = 0; i < size_; ++i) increase(r[i], part[i]);
    external_lock_.unlock();
  }

  SKUA_INLINE void require_element(std::size_t i) const {
    base::check(i < size_, "vector_sum: an index beyond the last element");
  }
  SKUA_INLINE static void increase(element& e, T x) noexcept {
    e.store(static_cast<T>(e.load(std::memory_order_relaxed) + x),  // relaxed: one writer per row
            std::memory_order_relaxed);  // relaxed: a snapshot, or ordered by the end of the scope
  }
  SKUA_INLINE element* row(int id) {
    element* r = rows_[static_cast<unsigned>(id)].load(std::memory_order_relaxed);  // relaxed: made by this worker
    return SKUA_LIKELY(r != nullptr) ? r : fresh_row(id);
  }
  SKUA_COLD element* fresh_row(int id) {
    std::size_t const bytes = (size_ * sizeof(element) / 64 + 1) * 64;
    auto* r = static_cast<element*>(base::allocate_lines(bytes));
    for (std::size_t i = 0; i < size_; ++i) ::new (static_cast<void*>(r + i)) element(T{});
    rows_[static_cast<unsigned>(id)].store(r, std::memory_order_release);  // sync: ROW -> total, clear_merged
    return r;
  }
  static void release_row(element* r) noexcept { base::release_lines(r); }
  void add_external(std::size_t first, std::span<T const> x) {
    int const id = static_cast<int>(rows_.size()) - 2;
    base::spin_guard const g(external_lock_);
    element* r = row(id);
    for (std::size_t i = 0; i < x.size(); ++i) increase(r[first + i], x[i]);
  }

  std::size_t size_;
  std::vector<base::atomic<element*>> rows_;
  base::spinlock external_lock_;
  known_parts known_parts_;
};

template <class T>
sched::replica_kind const vector_sum_object<T>::kind{true, &vector_sum_object::make_replica, true};

}  // namespace remote

/// n sums under one 8-byte name, like reducer: r[i] += x, r += span of n values. T is an arithmetic
/// type of at most 8 bytes. Each worker that adds keeps a row of n elements.
template <class T>
class vector_sum : public remote::reducer_handle<remote::vector_sum_object<T>, std::vector<T>> {
  using handle = remote::reducer_handle<remote::vector_sum_object<T>, std::vector<T>>;
  static_assert(sched::lock_free_partial<T> && std::is_arithmetic_v<T>,
                "vector_sum: an arithmetic type of at most 8 bytes");

 public:
  /// The result of r[i]: one element of the vector.
  class element : public remote::call_get_to_read_it {
   public:
    SKUA_INLINE element const& operator+=(T x) const {
      object_->add(i_, x);
      return *this;
    }
    /// The exact sum of this element, as vector_sum::get() has it.
    [[nodiscard]] T get() const { return object_->exact(name_.bits(), i_); }

    /// Refused: an element is read by get().
    template <std::same_as<T> Value, class Advice = remote::call_get_to_read_it>
    operator Value() const = delete;

   private:
    friend class vector_sum;
    using object_name = sched::object_name<remote::vector_sum_object<T>>;
    element(object_name name, std::size_t i) noexcept : name_(name), object_(name.find()), i_(i) {}
    object_name name_;
    remote::vector_sum_object<T>* object_;
    std::size_t i_;
  };

  explicit vector_sum(std::size_t n) : handle(remote::vector_sum_object<T>::make(n)) {}

  /// The number of elements.
  [[nodiscard]] std::size_t size() const noexcept { return this->name_->size(); }
  /// An addition to the element, or a read of it, ends the program with a message unless i <
  /// size().
  SKUA_INLINE element operator[](std::size_t i) const noexcept { return {this->name_, i}; }
  vector_sum const& operator+=(std::span<T const> x) const {
    this->name_->add(x);
    return *this;
  }
};

static_assert(sizeof(vector_sum<int>) == 8 && std::is_trivially_copyable_v<vector_sum<int>>);

}  // namespace skua
