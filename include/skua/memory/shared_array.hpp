// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shared_array: an array whose elements lie at all places.
//
// Source: the shared arrays of UPC and of UPC++ (block-cyclic), as used by HabaneroUPC++; made here by one call from anywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <skua/base/check.hpp>
#include <skua/for_async.hpp>
#include <skua/memory/copy.hpp>
#include <skua/memory/distribution.hpp>
#include <skua/memory/shared_var.hpp>
#include <skua/place.hpp>
#include <skua/place_local.hpp>

namespace skua {
namespace memory {

/// Where each place's part begins; a copy at each place.
struct array_parts {
  explicit array_parts(std::vector<std::uint64_t> o) : offsets(std::move(o)) {}
  std::vector<std::uint64_t> offsets;
};
/// Zeroed room at every place, bytes[p] at place p; each must be given back. Throws bad_global_alloc, keeping nothing.
std::vector<std::uint64_t> allocate_everywhere(std::vector<std::size_t> const& bytes, std::size_t alignment);

}  // namespace memory

/// n elements, zero at first, dealt to the places in blocks (distribution.hpp): block 0 is one block for each place, 1 is cyclic.
/// Owned by the scope that made it; the handle is a value: capture it, send it.
template <class T>
class shared_array {
  static_assert(std::is_trivially_copyable_v<T>, "skua: global memory holds trivially copyable types");

 public:
  explicit shared_array(std::size_t n, std::size_t block = 0) : shape_(n, block, skua::places()), parts_(make(shape_)) {}

  [[nodiscard]] std::size_t size() const noexcept { return shape_.size(); }
  [[nodiscard]] distribution const& shape() const noexcept { return shape_; }
  [[nodiscard]] int place_of(std::size_t i) const noexcept { return shape_.place_of(i); }

  /// Element i, to read and to write.
  [[nodiscard]] SKUA_INLINE global_ref<T> operator[](std::size_t i) const { return *pointer(i); }
  /// To element i: the rest of its block follows it.
  [[nodiscard]] SKUA_INLINE global_ptr<T> pointer(std::size_t i) const {
    base::check(i < shape_.size(), "shared_array: an index beyond the last element");
    int const p = shape_.place_of(i);
    return global_ptr<T>(p, parts_->offsets[static_cast<std::size_t>(p)] + shape_.position_of(i) * sizeof(T));
  }
  /// To the beginning of a place's part.
  [[nodiscard]] global_ptr<T> part(int place) const {
    return global_ptr<T>(place, parts_->offsets[static_cast<std::size_t>(place)]);
  }
  /// What is at the caller's place, in order; element(k) is local()[k].
  [[nodiscard]] std::span<T> local() const {
    int const p = here();
    std::size_t const n = shape_.size_at(p);
    return {n != 0 ? part(p).local() : nullptr, n};
  }
  /// The index of local()[k].
  [[nodiscard]] std::size_t element(std::size_t k) const noexcept { return shape_.element_at(here(), k); }
  /// f(i, x) for each element x at the caller's place, i its index.
  template <class F>
  void for_each_local(F&& f) const {
    std::span<T> const mine = local();
    int const p = here();
    for (std::size_t k = 0; k < mine.size(); ++k) f(shape_.element_at(p, k), mine[k]);
  }

 private:
  static place_local<memory::array_parts> make(distribution const& shape) {
    std::vector<std::size_t> bytes;
    for (int p = 0; p < shape.places(); ++p) bytes.push_back(shape.size_at(p) * sizeof(T));
    auto offsets = memory::allocate_everywhere(bytes, alignof(T));
    auto blocks = std::make_unique<memory::block_owner>();
    for (int p = 0; p < shape.places(); ++p) blocks->add(p, offsets[static_cast<std::size_t>(p)]);
    place_local<memory::array_parts> parts(std::move(offsets));
    memory::block_owner::hand_over(std::move(blocks));
    return parts;
  }
  distribution shape_;
  place_local<memory::array_parts> parts_;
};

namespace memory {

/// The loop over a place's part. The body is a member, not an argument of the task: gcc 12 takes a closure in a tuple for one that
/// is not trivially copyable.
template <class T, class Body>
struct local_loop {
  shared_array<T> array;
  Body body;
  void operator()() const {
    std::span<T> const part = array.local();
    for_async(static_cast<std::int64_t>(part.size()), [shape = array.shape(), part, at = here(), f = body](std::int64_t k) {
      auto const position = static_cast<std::size_t>(k);
      f(shape.element_at(at, position), part[position]);
    });
  }
};

}  // namespace memory

namespace remote {

/// Each part by itself: what lies between them is not sent.
template <class T, class Body>
struct call_codec<memory::local_loop<T, Body>> {
  static constexpr bool travels = call_codec<Body>::travels;
  static constexpr bool plain = call_codec<Body>::plain;
  static void pack(packing& k, memory::local_loop<T, Body> const& c) {
    k.out.put(c.array);
    call_codec<Body>::pack(k, c.body);
  }
  static memory::local_loop<T, Body> unpack(wire::reader& in) {
    auto const array = in.get<shared_array<T>>();
    return {array, call_codec<Body>::unpack(in)};
  }
};

}  // namespace remote

/// Runs body(i, x) for every element x of the array, each at its own place, in parallel; the innermost scope joins it. The body
/// travels as a task's function does.
template <class T, class Body>
void for_async(shared_array<T> const& a, Body&& body) {
  for (int p = 0; p < a.shape().places(); ++p) {
    if (a.shape().size_at(p) != 0) spawn(on(p), memory::local_loop<T, std::decay_t<Body>>{a, body});
  }
}

}  // namespace skua
