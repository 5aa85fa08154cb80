// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// vector_sum: element-wise sums of a vector. Each worker has a row, made when it first adds: its
// open partial (partials.hpp). Only its worker changes a row, by relaxed loads and stores of
// elements, so that a concurrent peek is not a data race.
#pragma once

#include <chrono>
#include <cstddef>
#include <limits>
#include <new>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include <skua/detail/base/aligned.hpp>
#include <skua/detail/base/check.hpp>
#include <skua/detail/base/owner.hpp>
#include <skua/detail/core/packing_section.hpp>
#include <skua/detail/remote/reducer_handle.hpp>
#include <skua/detail/remote/reducer_object.hpp>

namespace skua {
namespace remote {

template <class T>
class vector_sum_object final : public watched_object<vector_sum_object<T>> {
 public:
  using element = base::atomic<T>;

  static sched::replica_kind const kind;

  static vector_sum_object* make(std::size_t n) {
    if (n > static_cast<std::size_t>((std::numeric_limits<std::ptrdiff_t>::max)()) / sizeof(T) - 2 * base::line_bytes)
      throw std::length_error("skua: vector_sum: a row of this size fits no memory");
    auto object = base::owner<vector_sum_object>(new vector_sum_object(n, sched::place_here()));
    object->adopt_here();
    return object.release();
  }
  ~vector_sum_object() override {
    this->stop_watching();
    this->drop_partials();
  }

  std::size_t size() const noexcept { return size_; }

  SKUA_INLINE void add(std::size_t i, T value) {
    require_element(i);
    if (element* const elements = own_row(); SKUA_LIKELY(elements != nullptr)) {
      increase(elements[i], value);
    } else {
      add_shared(value_, i, std::span<T const>(&value, 1));
    }
  }
  void add(std::span<T const> values) {
    (base::check)(values.size() == size_, "vector_sum: += of a span of another size");
    element* const elements = own_row();
    if (elements == nullptr) return add_shared(value_, 0, values);
    for (std::size_t i = 0; i < size_; ++i) increase(elements[i], values[i]);
  }
  /// The exact sum: of all parts if they are all here, otherwise by asking the other places.
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
  std::vector<T> total() const {
    std::vector<T> sum = own_total();
    base::spin_guard const hold(this->lock_);
    add_to(sum, arrived_);
    return sum;
  }
  /// The part that this place's tasks have added; for a replica: the tasks of its scope.
  std::vector<T> own_total() const {
    std::vector<T> sum(size_);
    base::spin_guard const hold(this->lock_);
    add_to(sum, value_);
    this->template for_each_partial<row>([&](row const& own) { add_row(sum, own); });
    return sum;
  }
  /// This place's part plus the last known parts of other places. Never waits. `asks`: the other
  /// places are asked for their present parts; one such call at a time.
  std::vector<T> latest(bool asks) {
    std::vector<T> sum = own_total();
    add_all(known_parts_.read(sched::object_name<vector_sum_object>(this).bits(), this->made_at, asks), sum);
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
    base::spin_guard const hold(this->lock_);
    T sum = static_cast<T>((value_.empty() ? T{} : value_[i]) + (arrived_.empty() ? T{} : arrived_[i]));
    this->template for_each_partial<row>([&](row const& own) {
      sum = static_cast<T>(sum + own.elements[i].load(std::memory_order_relaxed));  // relaxed: as in add_row
    });
    return sum;
  }
  void reset(std::uint64_t name) {
    (base::check)(sched::home_of_name(name) == this->home(),
                  "a reducer was reset at a place other than the one where it was made");
    reset_remote(this);
    clear_merged();
    known_parts_.forget();
  }
  void clear_merged() override {
    base::spin_guard const hold(this->lock_);
    value_.clear();
    arrived_.clear();
    this->template for_each_partial<row>([&](row const& own) {
      for (std::size_t i = 0; i < size_; ++i)
        own.elements[i].store(T{}, std::memory_order_relaxed);  // relaxed: ordered by the scopes around it
    });
  }

  void describe(wire::writer& to) const override { to.put(static_cast<std::uint64_t>(size_)); }
  void take_merged(wire::writer& to) override {
    sched::encode_timed(to, total());
    clear_merged();
  }
  void pack_part(wire::writer& to) const override { sched::encode_timed(to, own_total()); }
  void merge_in(wire::reader& from) override { merge_part(arrived_, sched::decode_timed<std::vector<T>>(from)); }
  void keep_part(sched::scope_object const& replica) override {
    merge_part(value_, static_cast<vector_sum_object const&>(replica).own_total());
  }

 private:
  struct row final : sched::open_partial {
    explicit row(std::size_t n) : elements(static_cast<element*>(base::allocate_lines((n + 1) * sizeof(element)))) {
      for (std::size_t i = 0; i < n; ++i) ::new (static_cast<void*>(elements + i)) element(T{});
    }
    ~row() override { base::release_lines(elements); }
    element* const elements;
  };

  vector_sum_object(std::size_t n, sched::place_front* where) : size_(n) {
    this->made_at = where;
    this->merges_parts = true;
  }

  bool all_here(std::uint64_t name) const {
    return sched::home_of_name(name) == this->home() && everything_arrived(*this);
  }
  static sched::scope_object* make_replica(sched::place_front* where, wire::reader* from) {
    return new vector_sum_object(from->get<std::uint64_t>(), where);
  }
  void absorb(sched::open_partial const& closed) override {
    value_.resize(size_);
    add_row(value_, static_cast<row const&>(closed));
  }
  static void add_row(std::vector<T>& sum, row const& own) noexcept {
    for (std::size_t i = 0; i < sum.size(); ++i)
      sum[i] = static_cast<T>(
          sum[i] +
          own.elements[i].load(std::memory_order_relaxed));  // relaxed: a snapshot, or ordered by the end of the scope
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
  void merge_part(std::vector<T>& total, std::vector<T> const& part) {
    (base::check)(part.size() == size_, "internal: a vector_sum of another size came from another place");
    add_shared(total, 0, part);
  }

  SKUA_INLINE void require_element(std::size_t i) const {
    (base::check)(i < size_, "vector_sum: an index beyond the last element");
  }
  SKUA_INLINE static void increase(element& element, T value) noexcept {
    element.store(static_cast<T>(element.load(std::memory_order_relaxed) + value),  // relaxed: one writer per row
                  std::memory_order_relaxed);  // relaxed: a snapshot, or ordered by the end of the scope
  }
  /// Returns the calling worker's row, or nullptr if the caller must add to the shared value.
  SKUA_INLINE element* own_row() {
    sched::fibre const* const current = sched::self();
    row const* const own = this->template own_partial<row>(current);
    return SKUA_LIKELY(own != nullptr) ? own->elements : fresh_row(current);
  }
  SKUA_COLD element* fresh_row(sched::fibre const* current) {
    if (current == nullptr) return nullptr;
    base::owner<row> fresh(new row(size_));
    return this->open(current, fresh.get()) ? fresh.release()->elements : nullptr;
  }
  void add_shared(std::vector<T>& total, std::size_t first, std::span<T const> values) {
    base::spin_guard const hold(this->lock_);
    total.resize(size_);
    for (std::size_t i = 0; i < values.size(); ++i) total[first + i] = static_cast<T>(total[first + i] + values[i]);
  }

  std::size_t size_;
  std::vector<T> value_;    // added at this place, without the rows; empty: zeros
  std::vector<T> arrived_;  // added at other places; empty: zeros
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
    SKUA_INLINE element const& operator+=(T value) const {
      object_->add(i_, value);
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
  vector_sum const& operator+=(std::span<T const> values) const {
    this->name_->add(values);
    return *this;
  }
};

static_assert(sizeof(vector_sum<int>) == 8 && std::is_trivially_copyable_v<vector_sum<int>>);

}  // namespace skua
