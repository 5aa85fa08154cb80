// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): a hash, and the random numbers that it gives.
#pragma once

#include <cstdint>

namespace skua::base {

inline constexpr std::uint64_t golden_ratio = 0x9E3779B97F4A7C15u;  // of 2^64; its multiples are spread evenly

/// A hash of `value` that is distributed like a random number.
constexpr std::uint64_t mixed(std::uint64_t value) noexcept {
  value += golden_ratio;
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
  return value ^ (value >> 31);
}

/// A stream of random numbers. Cryptographically worthless.
class splitmix64 {
 public:
  explicit constexpr splitmix64(std::uint64_t seed) noexcept : state_(seed) {}

  constexpr std::uint64_t operator()() noexcept {
    std::uint64_t const result = mixed(state_);
    state_ += golden_ratio;
    return result;
  }

 private:
  std::uint64_t state_;
};

}  // namespace skua::base
