// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One counting pass by the highest bits in which the keys differ moves nearly every key to its
// final position, if the keys of a bucket are spread evenly, as splitters near one another make
// them. A pass of insertions does the rest. Keys that are not spread evenly are sorted by
// std::sort.

#include "bucket.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace apps::samplesort {
namespace {

constexpr unsigned max_bits = 12;
constexpr std::size_t insertion_limit = 24;  // up to this many keys, insertions are faster

void insert_sort(std::uint64_t* begin, std::uint64_t* end) noexcept {
  for (std::uint64_t* next = begin + 1; next < end; ++next) {
    std::uint64_t const key = *next;
    std::uint64_t* hole = next;
    for (; hole != begin && hole[-1] > key; --hole) *hole = hole[-1];
    *hole = key;
  }
}

void sort_group(std::uint64_t* begin, std::uint64_t* end) {
  if (static_cast<std::size_t>(end - begin) <= insertion_limit) {
    insert_sort(begin, end);
  } else {
    std::sort(begin, end);
  }
}

}  // namespace

void sort_pieces(std::span<std::span<std::uint64_t const> const> pieces, std::span<std::uint64_t> out) {
  std::uint64_t low = ~std::uint64_t{0};
  std::uint64_t high = 0;
  for (auto const piece : pieces) {
    for (std::uint64_t const key : piece) {
      low = std::min(low, key);
      high = std::max(high, key);
    }
  }
  if (out.empty()) return;
  if (low == high) {
    std::ranges::fill(out, low);
    return;
  }
  // As many counters as keys, or half as many.
  unsigned const bits = std::clamp(static_cast<unsigned>(std::bit_width(out.size() / 2)), 1u, max_bits);
  auto const width = static_cast<unsigned>(std::bit_width(high - low));
  unsigned const shift = width > bits ? width - bits : 0;
  std::array<std::uint32_t, std::size_t{1} << max_bits> ends;
  auto const counts = std::span(ends).first(((high - low) >> shift) + 1);
  std::ranges::fill(counts, 0u);
  for (auto const piece : pieces) {
    for (std::uint64_t const key : piece) ++counts[(key - low) >> shift];
  }
  std::uint32_t sum = 0;
  for (auto& n : counts) sum += std::exchange(n, sum);
  for (auto const piece : pieces) {
    for (std::uint64_t const key : piece) out[counts[(key - low) >> shift]++] = key;
  }
  if (shift == 0) return;
  std::uint32_t begin = 0;
  for (std::uint32_t const end : counts) {
    if (end - begin > 1) sort_group(out.data() + begin, out.data() + end);
    begin = end;
  }
}

}  // namespace apps::samplesort
