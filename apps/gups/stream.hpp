// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The stream of random numbers of RandomAccess: the powers of x among the polynomials over GF(2)
// modulo x^64 + x^2 + x + 1. Any power can be computed in a few steps.

#pragma once

#include <cstdint>

namespace apps::gups {

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
