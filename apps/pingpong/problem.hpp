// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Round trips: the time to send a payload to another place and to get it back.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace apps::pingpong {

inline constexpr std::size_t largest_payload = std::size_t{1} << 24;  ///< bytes

using payload = std::vector<std::uint64_t>;

[[nodiscard]] payload make_payload(std::size_t bytes);
/// The operation of each hop: the first word of a payload counts its hops.
void count_hop(payload& p) noexcept;
/// True if this is the payload of that size after this many hops.
[[nodiscard]] bool is_payload(payload const& p, std::size_t bytes, std::uint64_t hops) noexcept;

/// The measured sizes: 8 bytes, then always eight times more, and the largest.
[[nodiscard]] std::vector<std::size_t> sizes_up_to(std::size_t largest);
/// The number of round trips of one size: fewer for large payloads.
[[nodiscard]] int rounds_of(std::size_t bytes, int rounds) noexcept;

/// Seconds of one round trip of each kind.
struct trips {
  double future = 0;     ///< async(on(partner), echo, payload).get(): the median
  double task = 0;       ///< a chain of tasks that spawn one another: the median of ten parts of the chain
  bool is_right = true;  ///< every payload came back whole
};
/// Call inside a task.
[[nodiscard]] trips measure(std::size_t bytes, int rounds, int partner);

/// Round trips without the library, between two threads: medians.
struct raw_trips {
  double socket = 0;  ///< through a pair of sockets
  double memory = 0;  ///< copied into shared memory and out of it, both threads polling
  bool is_right = true;
};
[[nodiscard]] raw_trips measure_raw(std::size_t bytes, int rounds);

}  // namespace apps::pingpong
