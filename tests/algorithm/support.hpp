// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Support for the tests of the algorithms: inputs of many sizes and shapes, elements that are hard
// to handle.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <skua/algorithm.hpp>
#include <skua/skua.hpp>

#include "support/sanitizers.hpp"
#include "support/task_test.hpp"

namespace algorithm_test {

/// Sizes around those at which an algorithm changes its ways.
inline std::vector<std::size_t> sizes() {
  std::size_t const largest = test_support::fewer(300'000, 100'000);
  return {0, 1, 2, 3, 5, 12, 13, 16, 17, 24, 25, 64, 100, 257, 1000, 1024, 1025, 4095, 4096, 4097, 20'000, largest};
}
/// Sizes for tests that take longer.
inline std::vector<std::size_t> few_sizes() {
  std::size_t const largest = test_support::fewer(100'000, 40'000);
  return {0, 1, 2, 3, 17, 25, 1000, 4097, largest};
}

enum class shape { random, few_keys, equal, sorted, reversed, organ_pipe, nearly_sorted, sawtooth };
inline constexpr shape all_shapes[] = {shape::random,   shape::few_keys,   shape::equal,         shape::sorted,
                                       shape::reversed, shape::organ_pipe, shape::nearly_sorted, shape::sawtooth};

/// n keys of that shape; the same ones for the same arguments.
inline std::vector<int> make_keys(std::size_t n, shape kind, unsigned seed = 1) {
  std::mt19937 random(seed + static_cast<unsigned>(n));
  std::vector<int> keys(n);
  for (std::size_t i = 0; i < n; ++i) {
    auto const k = static_cast<int>(i);
    auto const size = static_cast<int>(n);
    switch (kind) {
      case shape::random:
        keys[i] = static_cast<int>(random());
        break;
      case shape::few_keys:
        keys[i] = static_cast<int>(random() % 5);
        break;
      case shape::equal:
        keys[i] = 7;
        break;
      case shape::sorted:
        keys[i] = k;
        break;
      case shape::reversed:
        keys[i] = size - k;
        break;
      case shape::organ_pipe:
        keys[i] = std::min(k, size - k);
        break;
      case shape::nearly_sorted:
        keys[i] = random() % 100 == 0 ? static_cast<int>(random() % (n + 1)) : k;
        break;
      case shape::sawtooth:
        keys[i] = k % 1000;
        break;
    }
  }
  return keys;
}

/// Keeps its thread busy, so that a few elements are enough work for several workers.
inline void work(std::chrono::nanoseconds duration) {
  auto const end = std::chrono::steady_clock::now() + duration;
  while (std::chrono::steady_clock::now() < end) {
  }
}

}  // namespace algorithm_test
