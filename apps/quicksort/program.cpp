// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parallel quicksort of both key types.

#include <cstddef>
#include <cstdint>
#include <utility>

#include "parallel.hpp"
#include "problem.hpp"

namespace apps::quicksort {
namespace {

struct plain_kernels {
  template <typename Key>
  static std::size_t partition(std::span<Key> keys) noexcept {
    return quicksort::partition(keys);
  }
  template <typename Key>
  static void sort(std::span<Key> keys) {
    sort_sequential(keys);
  }
};

}  // namespace

template <typename Key>
double sort_anywhere(std::span<Key> keys, std::size_t cutoff, std::size_t max_local, skua::count done) {
  return sort_anywhere_with<plain_kernels>(keys, cutoff, max_local, done);
}

template double sort_anywhere(std::span<std::uint64_t>, std::size_t, std::size_t, skua::count);
template double sort_anywhere(std::span<double>, std::size_t, std::size_t, skua::count);

template <typename Key>
void sort_parallel(std::span<Key> keys, std::size_t cutoff, skua::count done) {
  sort_parallel_with<plain_kernels>(keys, cutoff, done);
}

template void sort_parallel(std::span<std::uint64_t>, std::size_t, skua::count);
template void sort_parallel(std::span<double>, std::size_t, skua::count);

template <typename Key>
std::vector<Key> sort_by_value(std::vector<Key> keys, std::size_t cutoff, std::size_t max_local, skua::count done) {
  return sort_by_value_with<plain_kernels>(std::move(keys), cutoff, max_local, done);
}

template std::vector<std::uint64_t> sort_by_value(std::vector<std::uint64_t>, std::size_t, std::size_t, skua::count);
template std::vector<double> sort_by_value(std::vector<double>, std::size_t, std::size_t, skua::count);

}  // namespace apps::quicksort
