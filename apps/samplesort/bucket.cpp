// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One counting pass by the highest bits in which the keys differ brings nearly every key to its
// place where the keys of a bucket are spread evenly, as splitters near one another make them; a
// pass of insertions does the rest. Whatever is not spread evenly goes to std::sort.

#include "bucket.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace apps::samplesort {
namespace {

constexpr unsigned most_bits = 12;
constexpr std::size_t few = 24;  // keys that insertions sort faster

void insert_sort(std::uint64_t* begin, std::uint64_t* end) noexcept {
  for (std::uint64_t* next = begin + 1; next < end; ++next) {
    std::uint64_t const key = *next;
    std::uint64_t* hole = next;
    for (; hole != begin && hole[-1] > key; --hole) *hole = hole[-1];
    *hole = key;
  }
}

void sort_some(std::uint64_t* begin, std::uint64_t* end) {
  if (static_cast<std::size_t>(end - begin) <= few) {
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
  // As many numbers as keys, or half as many.
  unsigned const bits = std::clamp(static_cast<unsigned>(std::bit_width(out.size() / 2)), 1u, most_bits);
  auto const width = static_cast<unsigned>(std::bit_width(high - low));
  unsigned const shift = width > bits ? width - bits : 0;
  std::array<std::uint32_t, std::size_t{1} << most_bits> ends;
  auto const used = std::span(ends).first(((high - low) >> shift) + 1);
  std::ranges::fill(used, 0u);
  for (auto const piece : pieces) {
    for (std::uint64_t const key : piece) ++used[(key - low) >> shift];
  }
  std::uint32_t sum = 0;
  for (auto& n : used) sum += std::exchange(n, sum);
  for (auto const piece : pieces) {
    for (std::uint64_t const key : piece) out[used[(key - low) >> shift]++] = key;
  }
  if (shift == 0) return;
  std::uint32_t begin = 0;
  for (std::uint32_t const end : used) {
    if (end - begin > 1) sort_some(out.data() + begin, out.data() + end);
    begin = end;
  }
}

}  // namespace apps::samplesort
