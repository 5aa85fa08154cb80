// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies between the memories of any two places, and between them and ordinary memory: contiguous
// or strided, as futures.
//
// A copy's future is ready when the bytes are visible at the destination. A task spawned afterwards
// sees them; spawn(after(copy(…)), …) spawns one at that moment. The caller's innermost scope waits
// for every copy begun in it. Both ends must exist and stay unchanged until the copy is done (or
// until the scope has ended), even when the scope is cancelled. Source: asyncCopy of HabaneroUPC++
// (Kumar et al. 2014, section 3).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <span>
#include <type_traits>

#include <skua/detail/base/check.hpp>
#include <skua/future.hpp>
#include <skua/memory/global_ptr.hpp>

namespace skua {
namespace memory {

/// A layout at a place; place -1: in this process, at an address.
struct copy_endpoint {
  int place = -1;
  layout bytes;
};
/// Copies at once if both ends are mapped here. Otherwise returns false, and the caller must call
/// start_copy. Throws skua::error if a pointer is invalid.
bool copy_mapped(copy_endpoint const& from, copy_endpoint const& to);
/// Completes `done` when all bytes have arrived, and releases one of its references. The value of
/// `done` may be the destination. May wait while the buffers to the other place are full.
void start_copy(copy_endpoint const& from, copy_endpoint const& to, sched::future_state* done);

/// Waits even in a cancelled scope: one end of the copy lies in the caller's frame.
void wait_firmly(future<void> done);
/// Ends the run with an exception that cannot be passed to any task.
void fail(std::exception_ptr exception) noexcept;

/// The largest value, in bytes, that put takes.
inline constexpr std::size_t largest_value = 32768;

inline future<void> copy(copy_endpoint const& from, copy_endpoint const& to) {
  if (copy_mapped(from, to)) return make_ready_future();
  auto* const state = sched::promise_state<void>::make();
  auto result = future<void>::adopt(state);
  start_copy(from, to, state);
  return result;
}
inline layout row_of(std::uint64_t offset, std::size_t bytes) noexcept { return {.offset = offset, .row = bytes}; }
template <class T>
copy_endpoint end_at(global_ptr<T> pointer, std::size_t n) noexcept {
  return {pointer.where() < 0 ? -2 : pointer.where(), row_of(pointer.offset(), saturated_product(n, sizeof(T)))};
}
template <class T>
copy_endpoint end_at(T* value, std::size_t n) noexcept {
  return {-1, row_of(reinterpret_cast<std::uintptr_t>(value), saturated_product(n, sizeof(T)))};
}

}  // namespace memory

/// A box of an array, at any place or in ordinary memory: the elements first + i stride[0] + j
/// stride[1] + …, for all indices below the extents, the last index fastest. Strides are in
/// elements and may be negative.
template <class T>
class section {
 public:
  template <std::size_t Rank>
    requires(Rank >= 1 && Rank <= 3)
  section(global_ptr<T> first, std::array<std::size_t, Rank> const& extent,
          std::array<std::ptrdiff_t, Rank> const& stride)
      : end_{first.where() < 0 ? -2 : first.where(), shape(first.offset(), extent, stride)} {}
  template <std::size_t Rank>
    requires(Rank >= 1 && Rank <= 3)
  section(T* first, std::array<std::size_t, Rank> const& extent, std::array<std::ptrdiff_t, Rank> const& stride)
      : end_{-1, shape(reinterpret_cast<std::uintptr_t>(first), extent, stride)} {}

  /// The number of elements of the box.
  [[nodiscard]] std::size_t size() const noexcept { return end_.bytes.bytes() / sizeof(T); }
  /// The offset behind the last element; for the library.
  [[nodiscard]] memory::copy_endpoint const& end() const noexcept { return end_; }

 private:
  /// Contiguous elements form one row.
  template <std::size_t Rank>
  static memory::layout shape(std::uint64_t offset, std::array<std::size_t, Rank> const& extent,
                              std::array<std::ptrdiff_t, Rank> const& stride) noexcept {
    memory::layout layout{.offset = offset, .row = sizeof(T)};
    for (std::size_t dimension = 0; dimension < Rank; ++dimension) {
      layout.extent[3 - Rank + dimension] = extent[dimension];
      // a stride this large is out of range below
      if (__builtin_mul_overflow(stride[dimension], sizeof(T), &layout.stride[3 - Rank + dimension])) {
        layout.stride[3 - Rank + dimension] = (std::numeric_limits<std::int64_t>::max)();
      }
    }
    if (layout.stride[2] == static_cast<std::ptrdiff_t>(sizeof(T))) {
      layout.row = memory::saturated_product(layout.row, layout.extent[2]);
      layout.extent[2] = 1;
      layout.stride[2] = 0;
    }
    return layout;
  }
  memory::copy_endpoint end_;
};

/// Copies n elements between any two places, neither of which need be the caller's. The ranges must
/// not overlap. The innermost scope waits for the copy, so the future may be dropped.
template <class T, class U>
  requires(std::is_same_v<std::remove_const_t<T>, U>)
future<void> copy(global_ptr<T> from, global_ptr<U> to, std::size_t n) {
  return memory::copy(memory::end_at(from, n), memory::end_at(to, n));
}
/// Copies n elements from ordinary memory to a place.
template <class T, class U>
  requires(std::is_same_v<std::remove_const_t<T>, U>)
future<void> copy(T* from, global_ptr<U> to, std::size_t n) {
  return memory::copy(memory::end_at(from, n), memory::end_at(to, n));
}
/// Copies n elements from a place to ordinary memory.
template <class T, class U>
  requires(std::is_same_v<std::remove_const_t<T>, U>)
future<void> copy(global_ptr<T> from, U* to, std::size_t n) {
  return memory::copy(memory::end_at(from, n), memory::end_at(to, n));
}
/// Copies between sections with the same number of elements, in the order of their indices.
template <class T, class U>
  requires(std::is_same_v<std::remove_const_t<T>, U>)
future<void> copy(section<T> const& from, section<U> const& to) {
  (base::check)(from.size() == to.size(), "copy: the two sections differ in their numbers of elements");
  return memory::copy(from.end(), to.end());
}

/// Writes a value; it is copied first, so it may be destroyed after the call.
template <class T>
future<void> put(global_ptr<T> to, std::type_identity_t<T> const& value) {
  static_assert(sizeof(T) <= memory::largest_value, "skua: a value this large is not put by value: use copy");
  return memory::copy(memory::end_at(&value, 1), memory::end_at(to, 1));
}
template <class T>
future<void> put(global_ptr<T> to, std::span<std::type_identity_t<T> const> values) {
  return copy(values.data(), to, values.size());
}
/// Reads a value.
template <class T>
[[nodiscard]] future<std::remove_const_t<T>> get(global_ptr<T> from) {
  using value = std::remove_const_t<T>;
  if (std::byte const* const bytes = memory::reach(memory::caller(), from.where(), from.offset(), sizeof(T));
      bytes != nullptr) {
    value result;
    memory::read_mapped(bytes, &result);
    return make_ready_future<value>(result);
  }
  auto* const pointer = sched::promise_state<value>::make();
  auto result = future<value>::adopt(pointer);
  memory::start_copy(memory::end_at(from, 1), memory::end_at(reinterpret_cast<value*>(pointer->storage), 1), pointer);
  return result;
}
template <class T>
future<void> get(global_ptr<T> from, std::span<std::remove_const_t<T>> target) {
  return copy(from, target.data(), target.size());
}

}  // namespace skua
