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

namespace apps {
struct common_options;
}

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
answer update_parallel(parameters const& settings, common_options const& options);

/// A loop over ordinary memory: the reference for the parallel program.
answer update_sequential(parameters const& settings);

/// The hash of words that begin with number `first`; hashes of parts add up.
[[nodiscard]] std::uint64_t hash_of(std::span<std::uint64_t const> words, std::uint64_t first) noexcept;

// The stream of random numbers of RandomAccess: the powers of x among the polynomials over GF(2)
// modulo x^64 + x^2 + x + 1. Any power can be computed in a few steps.

/// The number after x.
[[nodiscard]] constexpr std::uint64_t next(std::uint64_t x) noexcept {
  return (x << 1) ^ (static_cast<std::int64_t>(x) < 0 ? std::uint64_t{7} : std::uint64_t{0});
}

/// The product of two polynomials, in the arithmetic whose multiplication by x is `next`.
[[nodiscard]] constexpr std::uint64_t times(std::uint64_t a, std::uint64_t b) noexcept {
  std::uint64_t product = 0;
  for (; b != 0; b >>= 1) {
    if ((b & 1) != 0) product ^= a;
    a = next(a);
  }
  return product;
}

/// Number n of the stream; number 0 is 1.
[[nodiscard]] constexpr std::uint64_t number(std::uint64_t n) noexcept {
  std::uint64_t result = 1;
  std::uint64_t power = 2;  // x^(2^k)
  for (; n != 0; n >>= 1) {
    if ((n & 1) != 0) result = times(result, power);
    power = times(power, power);
  }
  return result;
}

}  // namespace apps::gups
