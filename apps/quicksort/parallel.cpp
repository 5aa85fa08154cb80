// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parallel quicksort: one partition per call, then both parts at once.

#include <bit>
#include <skua/skua.hpp>

#include "problem.hpp"

namespace apps::quicksort {
namespace {

// `patience` bounds the depth: an input that defeats the pivot choice is left to std::sort, which is never quadratic.
template <typename Key>
void sort_part(std::span<Key> keys, std::size_t cutoff, int patience) {
  if (keys.size() <= cutoff || patience == 0) return sort_sequential(keys);
  std::size_t const middle = partition(keys);
  skua::invoke([=] { sort_part(keys.first(middle), cutoff, patience - 1); },
               [=] { sort_part(keys.subspan(middle + 1), cutoff, patience - 1); });
}

}  // namespace

template <typename Key>
void sort_parallel(std::span<Key> keys, std::size_t cutoff) {
  sort_part(keys, cutoff, 2 * static_cast<int>(std::bit_width(keys.size())));
}

template void sort_parallel(std::span<std::uint64_t>, std::size_t);
template void sort_parallel(std::span<double>, std::size_t);

}  // namespace apps::quicksort
