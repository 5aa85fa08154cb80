// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RandomAccess of the HPC Challenge: words of a table changed in random order, and the two ways to
// do it.
//
// Source: HPC Challenge, RandomAccess (Luszczek et al. 2005): the stream of numbers, 4 updates for
// each word, at most 1024 updates looked ahead.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace apps::gups {

inline constexpr unsigned smallest_scale = 4;
inline constexpr unsigned largest_scale = 31;
inline constexpr std::uint64_t updates_per_word = 4;
inline constexpr std::size_t allowed_ahead = 1024;
inline constexpr std::size_t most_ahead = std::size_t{1} << 20;

/// How updates reach their words.
enum class way : std::uint8_t {
  atomics,  ///< an atomic operation each
  tasks,    ///< gathered, and sent to the word's place
};

struct parameters {
  unsigned scale = 22;  ///< the table has 2^scale words
  way by = way::atomics;
  std::size_t ahead = allowed_ahead;  ///< updates of a place that may be known before they are done

  [[nodiscard]] std::size_t words() const noexcept { return std::size_t{1} << scale; }
  [[nodiscard]] std::uint64_t updates() const noexcept { return updates_per_word * words(); }
};

struct answer {
  std::uint64_t hash = 0;    ///< of the table after the updates
  std::uint64_t errors = 0;  ///< words that the same updates, done once more in another way, did not bring back
  double seconds = 0;        ///< of the updates alone
};

/// Over all places; to be called inside `skua::run`.
answer update_parallel(parameters const& what);

/// A loop over ordinary memory: the yardstick.
answer update_sequential(parameters const& what);

/// Of words that begin with number `first`; hashes of parts add up.
[[nodiscard]] std::uint64_t hash_of(std::span<std::uint64_t const> words, std::uint64_t first) noexcept;

}  // namespace apps::gups
