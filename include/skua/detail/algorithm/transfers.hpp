// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ranges of a shared array to and from ordinary memory, whatever its distribution.
//
// The elements of a range that lie at one place are contiguous there. So a range takes one copy for
// each place, and with large blocks one for each block.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include <skua/detail/algorithm/parts.hpp>
#include <skua/detail/core/outlined_finish.hpp>
#include <skua/memory/copy.hpp>
#include <skua/memory/shared_array.hpp>

namespace skua::algorithm {

/// Memory for n elements that the owner writes before it reads them.
template <class T>
class element_buffer {
 public:
  explicit element_buffer(std::size_t n) : size_(n), elements_(n != 0 ? std::allocator<T>().allocate(n) : nullptr) {}
  element_buffer(element_buffer const&) = delete;
  element_buffer& operator=(element_buffer const&) = delete;
  ~element_buffer() {
    if (elements_ != nullptr) std::allocator<T>().deallocate(elements_, size_);
  }
  [[nodiscard]] T* data() const noexcept { return elements_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

 private:
  std::size_t size_;
  T* elements_;
};

/// Whether elements of the same index lie at the same position of the same place.
template <class A, class B>
bool are_aligned(shared_array<A> const& left, shared_array<B> const& right) {
  if (left.shape().block() != right.shape().block() || left.shape().places() != right.shape().places()) return false;
  for (int rank = 0; rank < left.shape().places(); ++rank)
    if (left.place_at(rank) != right.place_at(rank)) return false;
  return true;
}

/// Blocks of at least this number of bytes are copied one by one.
inline constexpr std::size_t large_block = 4096;

/// Whether a range of the array is copied block by block.
template <class T>
bool goes_by_block(shared_array<T> const& array, std::size_t first, std::size_t last) noexcept {
  std::size_t const block = array.shape().block();
  return first / block == (last - 1) / block || block >= large_block / sizeof(T) + 1;
}
/// Calls function(index, n) for each block of the range.
template <class F>
void for_each_block(std::size_t block, std::size_t first, std::size_t last, F const& function) {
  while (first < last) {
    std::size_t const n = (std::min)(last - first, block - first % block);
    function(first, n);
    first += n;
  }
}
/// Calls function(index, position, n) for each block of the positions [first, last) of a rank.
template <class F>
void for_each_block_at(distribution const& shape, int rank, std::size_t first, std::size_t last, F const& function) {
  while (first < last) {
    std::size_t const n = (std::min)(last - first, shape.block() - first % shape.block());
    function(shape.element_at(rank, first), first, n);
    first += n;
  }
}

/// Copies the elements [first, last) to `out`; waits for them.
template <class T>
void pull(shared_array<T> const& array, std::size_t first, std::size_t last, T* out) {
  if (first >= last) return;
  distribution const& shape = array.shape();
  if (goes_by_block(array, first, last)) {
    sched::finish_outlined([&] {
      for_each_block(shape.block(), first, last, [&](std::size_t i, std::size_t n) {
        static_cast<void>(get(array.pointer(i), std::span<T>(out + (i - first), n)));  // the scope waits
      });
    });
    return;
  }
  element_buffer<T> const buffer(last - first);
  T* next = buffer.data();
  sched::finish_outlined([&] {
    for (int rank = 0; rank < shape.places(); ++rank) {
      std::size_t const begin = elements_below(shape, rank, first);
      std::size_t const n = elements_below(shape, rank, last) - begin;
      if (n == 0) continue;
      static_cast<void>(
          get(array.part(array.place_at(rank)) + static_cast<std::ptrdiff_t>(begin), std::span<T>(next, n)));
      next += n;
    }
  });
  T const* source = buffer.data();
  for (int rank = 0; rank < shape.places(); ++rank) {
    for_each_block_at(shape, rank, elements_below(shape, rank, first), elements_below(shape, rank, last),
                      [&](std::size_t i, std::size_t, std::size_t n) {
                        std::memcpy(static_cast<void*>(out + (i - first)), source, n * sizeof(T));
                        source += n;
                      });
  }
}

/// Copies from `in` to the elements [first, last); waits until they are visible there.
template <class T>
void push(shared_array<T> const& array, std::size_t first, std::size_t last, T const* in) {
  if (first >= last) return;
  distribution const& shape = array.shape();
  if (goes_by_block(array, first, last)) {
    sched::finish_outlined([&] {
      for_each_block(shape.block(), first, last, [&](std::size_t i, std::size_t n) {
        static_cast<void>(copy(in + (i - first), array.pointer(i), n));
      });
    });
    return;
  }
  element_buffer<T> const buffer(last - first);
  T* next = buffer.data();
  sched::finish_outlined([&] {
    for (int rank = 0; rank < shape.places(); ++rank) {
      std::size_t const begin = elements_below(shape, rank, first);
      T const* const begin_of_part = next;
      for_each_block_at(shape, rank, begin, elements_below(shape, rank, last),
                        [&](std::size_t i, std::size_t, std::size_t n) {
                          std::memcpy(static_cast<void*>(next), in + (i - first), n * sizeof(T));
                          next += n;
                        });
      if (next == begin_of_part) continue;
      static_cast<void>(copy(begin_of_part, array.part(array.place_at(rank)) + static_cast<std::ptrdiff_t>(begin),
                             static_cast<std::size_t>(next - begin_of_part)));
    }
  });
}

/// The elements [first, last) of an array: where they are, or a copy.
template <class T>
class input_window {
 public:
  /// If they lie at the calling place, `local` is their beginning.
  input_window(shared_array<T> const& array, std::size_t first, std::size_t last, T const* local)
      : copy_(local != nullptr ? 0 : last - first), data_(local != nullptr ? local : copy_.data()) {
    if (local == nullptr) pull(array, first, last, copy_.data());
  }
  [[nodiscard]] T const* data() const noexcept { return data_; }

 private:
  element_buffer<T> copy_;
  T const* data_;
};

}  // namespace skua::algorithm
