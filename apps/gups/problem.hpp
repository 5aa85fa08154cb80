// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RandomAccess of the HPC Challenge: words of a table are changed in random order, by one of two
// methods.
//
// Source: HPC Challenge, RandomAccess (Luszczek et al. 2005): the stream of numbers, 4 updates for
// each word, a look-ahead of at most 1024 updates.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace apps::gups {

inline constexpr unsigned smallest_scale = 4;
inline constexpr unsigned largest_scale = 31;
inline constexpr std::uint64_t updates_per_word = 4;
inline constexpr std::size_t allowed_look_ahead = 1024;
inline constexpr std::size_t max_look_ahead = std::size_t{1} << 20;

/// How updates reach their words.
enum class update_method : std::uint8_t {
  atomics,  ///< one atomic operation for each update
  tasks,    ///< gathered, and sent to the word's place
};

struct parameters {
  unsigned scale = 22;  ///< the table has 2^scale words
  update_method method = update_method::atomics;
  std::size_t look_ahead = allowed_look_ahead;  ///< updates of a place that may be known before they are done

  [[nodiscard]] std::size_t words() const noexcept { return std::size_t{1} << scale; }
  [[nodiscard]] std::uint64_t updates() const noexcept { return updates_per_word * words(); }
};

struct answer {
  std::uint64_t hash = 0;    ///< of the table after the updates
  std::uint64_t errors = 0;  ///< words that a second, different run of the same updates did not restore
  double seconds = 0;        ///< of the updates alone
};

/// Over all places. Call inside `skua::run`.
answer update_parallel(parameters const& settings);

/// A loop over ordinary memory: the reference for the parallel program.
answer update_sequential(parameters const& settings);

/// The hash of words that begin with number `first`; hashes of parts add up.
[[nodiscard]] std::uint64_t hash_of(std::span<std::uint64_t const> words, std::uint64_t first) noexcept;

}  // namespace apps::gups
