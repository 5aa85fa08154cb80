// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shared_array: an array with elements at all places.
//
// Source: the shared arrays of UPC and of UPC++ (block-cyclic), as used by HabaneroUPC++. Here one
// task of any place can create one, or all places with a collective call.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <skua/detail/base/check.hpp>
#include <skua/for_async.hpp>
#include <skua/memory/copy.hpp>
#include <skua/memory/distribution.hpp>
#include <skua/memory/shared_var.hpp>
#include <skua/place.hpp>
#include <skua/place_local.hpp>
#include <skua/place_set.hpp>

namespace skua {
namespace memory {

/// The beginning of each part, in the order of the places; every place has a copy.
struct array_parts {
  explicit array_parts(std::vector<global_ptr<std::byte>> block) noexcept;
  std::vector<global_ptr<std::byte>> begins;

  /// The index of the part at that place; -1: none.
  [[nodiscard]] int rank_of(int place) const noexcept;
};
/// Allocates zeroed memory at every place for its part; the caller's scope owns it. Throws
/// bad_global_alloc.
place_local<array_parts> allocate_parts(distribution const& shape, std::size_t element, std::size_t alignment);
/// A collective operation: allocates zeroed memory at each member for its part of `size` elements.
/// It is deallocated when the callers' scopes have ended at all members. A null `set` means every
/// place. Throws bad_global_alloc at every member.
std::vector<global_ptr<std::byte>> collective_allocate(place_set const* set, std::size_t size, std::size_t block,
                                                       std::size_t element, std::size_t alignment);

}  // namespace memory

/// n elements, initially zero, assigned to the places in blocks (distribution.hpp): block 0 is one
/// block for each place, 1 is cyclic. The scope that created the array owns it. The handle is a
/// value, which a task may capture and send.
template <class T>
class shared_array {
  static_assert(std::is_trivially_copyable_v<T>, "skua: global memory holds trivially copyable types");

 public:
  explicit shared_array(std::size_t n, std::size_t block = 0)
      : shape_(n, block, skua::places()), parts_(memory::allocate_parts(shape_, sizeof(T), alignof(T))) {}
  /// A collective operation of every place, or of the members of a set, with the same arguments:
  /// all callers get handles of the same array. With a set, only its members have elements. The
  /// elements live until the calling scopes have ended at all members. Throws bad_global_alloc at
  /// every member.
  [[nodiscard]] static shared_array collective(std::size_t n, std::size_t block = 0) {
    return shared_array(nullptr, n, block);
  }
  [[nodiscard]] static shared_array collective(std::size_t n, place_set const& members) {
    return shared_array(&members, n, 0);
  }
  [[nodiscard]] static shared_array collective(std::size_t n, std::size_t block, place_set const& members) {
    return shared_array(&members, n, block);
  }

  /// The number of elements.
  [[nodiscard]] std::size_t size() const noexcept { return shape_.size(); }
  /// The places in it are ranks among the places that have a part: the members of the set, or all
  /// places if the array was not created over a set.
  [[nodiscard]] distribution const& shape() const noexcept { return shape_; }
  /// The place of that rank.
  [[nodiscard]] int place_at(int rank) const { return parts_->begins[static_cast<std::size_t>(rank)].where(); }
  /// The place of element i.
  [[nodiscard]] int place_of(std::size_t i) const { return place_at(shape_.place_of(i)); }

  /// Element i, to read and to write. Even at the caller's place this costs ten times an access
  /// through local(), because it looks for the place and checks the bounds.
  [[nodiscard]] SKUA_INLINE global_ref<T> operator[](std::size_t i) const { return *pointer(i); }
  /// A pointer to element i; the rest of its block follows it.
  [[nodiscard]] SKUA_INLINE global_ptr<T> pointer(std::size_t i) const {
    (base::check)(i < shape_.size(), "shared_array: an index beyond the last element");
    // The block whose number is the caller's place is mostly the one that the caller works on. To
    // see whether it has the element costs no division, unlike a search for the element's block.
    auto rank = static_cast<std::size_t>(memory::caller()->number);
    std::size_t first = 0;
    bool const exists =
        rank < static_cast<std::size_t>(shape_.places()) && !__builtin_mul_overflow(rank, shape_.block(), &first);
    std::size_t position = i - first;
    if (SKUA_UNLIKELY(!exists || i < first || position >= shape_.block())) {
      rank = static_cast<std::size_t>(shape_.place_of(i));
      position = shape_.position_of(i);
    }
    auto const& part = parts_->begins[rank];
    return global_ptr<T>(part.where(), part.offset() + position * sizeof(T));
  }
  /// A pointer to the beginning of a place's part; the place must have one.
  [[nodiscard]] global_ptr<T> part(int place) const {
    memory::array_parts const& parts = *parts_;
    int const rank = parts.rank_of(place);
    (base::check)(rank >= 0, "shared_array: the named place has no part of the array");
    return global_cast<T>(parts.begins[static_cast<std::size_t>(rank)]);
  }
  /// The elements at the caller's place, in order. The array's index of local()[k] is element(k).
  [[nodiscard]] std::span<T> local() const {
    int const rank = rank_here();
    std::size_t const n = rank < 0 ? 0 : shape_.size_at(rank);
    return {n != 0 ? part(here()).local() : nullptr, n};
  }
  /// The index of local()[index].
  [[nodiscard]] std::size_t element(std::size_t index) const { return shape_.element_at(rank_here(), index); }
  /// Calls function(i, x) for each element x at the caller's place, where i is its index.
  template <class F>
  void for_each_local(F&& function) const {
    std::span<T> const elements = local();
    int const rank = rank_here();
    for (std::size_t index = 0; index < elements.size(); ++index)
      function(shape_.element_at(rank, index), elements[index]);
  }

 private:
  shared_array(place_set const* set, std::size_t n, std::size_t block)
      : shape_(n, block, set != nullptr ? (std::max)(1, set->size()) : skua::places()),
        parts_(memory::collective_allocate(set, n, block, sizeof(T), alignof(T))) {}
  /// The index of the part at the caller's place; -1: none.
  [[nodiscard]] int rank_here() const { return parts_->rank_of(here()); }

  distribution shape_;
  place_local<memory::array_parts> parts_;
};

namespace memory {

/// The loop over a place's part. The body is a member, not an argument of the task: gcc 12 treats a
/// closure in a tuple as not trivially copyable.
template <class T, class Body>
struct local_loop {
  shared_array<T> array;
  std::int32_t rank;
  Body body;
  void operator()() const {
    std::span<T> const part = array.local();
    for_async(static_cast<std::int64_t>(part.size()),
              [shape = array.shape(), part, r = rank, f = body](std::int64_t index) {
                auto const position = static_cast<std::size_t>(index);
                f(shape.element_at(r, position), part[position]);
              });
  }
};

}  // namespace memory

namespace remote {

/// Sends each member by itself, without the padding between them.
template <class T, class Body>
struct call_codec<memory::local_loop<T, Body>> {
  static constexpr bool serializable = call_codec<Body>::serializable;
  static constexpr bool trivially_serializable = call_codec<Body>::trivially_serializable;
  static void pack(packing& packing, memory::local_loop<T, Body> const& call) {
    packing.message.put(call.array);
    packing.message.put(call.rank);
    call_codec<Body>::pack(packing, call.body);
  }
  static memory::local_loop<T, Body> unpack(wire::reader& in) {
    auto const array = in.get<shared_array<T>>();
    auto const rank = in.get<std::int32_t>();
    return {array, rank, call_codec<Body>::unpack(in)};
  }
};

}  // namespace remote

/// Runs body(i, x) for every element x of the array, each at its own place, in parallel; the
/// innermost scope waits for it. The body is sent like a task's function.
template <class T, class Body>
void for_async(shared_array<T> const& array, Body&& body) {
  for (int rank = 0; rank < array.shape().places(); ++rank) {
    if (array.shape().size_at(rank) != 0)
      spawn(on(array.place_at(rank)), memory::local_loop<T, std::decay_t<Body>>{array, rank, body});
  }
}

}  // namespace skua
