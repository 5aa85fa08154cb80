// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The view of one thread: for every location the oldest store that it may still read, and for every
// thread the part of its work that happens before.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace skua::model {

inline constexpr std::size_t max_threads = 6;     // five model threads and the set-up thread (index 0)
inline constexpr std::size_t max_locations = 48;  // atomics alive in one execution

using timestamp = std::uint32_t;    // place of a store in its location's modification order
using clock_value = std::uint32_t;  // component of a vector clock

// Release and acquire pass on both parts. seq_cst fences pass on `oldest_store` only: they restrict
// which stores a thread may read, and create no happens-before by themselves.
struct view {
  std::array<timestamp, max_locations> oldest_store{};
  std::array<clock_value, max_threads> clock{};

  void join_stores(view const& other) noexcept {
    for (std::size_t i = 0; i < max_locations; ++i) oldest_store[i] = std::max(oldest_store[i], other.oldest_store[i]);
  }

  void join(view const& other) noexcept {
    join_stores(other);
    for (std::size_t i = 0; i < max_threads; ++i) clock[i] = std::max(clock[i], other.clock[i]);
  }
};

}  // namespace skua::model
