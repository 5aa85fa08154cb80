// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What one thread knows: for every location the oldest store it may still read, and for every
// thread how far that thread's work happens before it.
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

// Two parts that travel together along release and acquire, but not through seq_cst fences: those
// restrict which stores may be read and order nothing by themselves.
struct view {
  std::array<timestamp, max_locations> seen{};
  std::array<clock_value, max_threads> clock{};

  void join_seen(view const& other) noexcept {
    for (std::size_t i = 0; i < max_locations; ++i) {
      seen[i] = std::max(seen[i], other.seen[i]);
    }
  }

  void join(view const& other) noexcept {
    join_seen(other);
    for (std::size_t i = 0; i < max_threads; ++i) {
      clock[i] = std::max(clock[i], other.clock[i]);
    }
  }
};

}  // namespace skua::model
