// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reproducible pseudo-random inputs: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014) used without
// state, so that any element can be generated from its index alone.

#pragma once

#include <cstdint>

namespace apps::splitmix {

inline constexpr std::uint64_t golden_ratio = 0x9E3779B97F4A7C15u;  // of 2^64

/// The output function of SplitMix64.
[[nodiscard]] constexpr std::uint64_t mix64(std::uint64_t z) noexcept {
  z += golden_ratio;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// Element `i` of the 64-bit sequence `seed`.
[[nodiscard]] constexpr std::uint64_t key(std::uint64_t seed, std::uint64_t i) noexcept {
  return mix64(seed + i * golden_ratio);
}

/// Element `i` of the sequence `seed` as a double in [0, 1).
[[nodiscard]] constexpr double unit(std::uint64_t seed, std::uint64_t i) noexcept {
  return static_cast<double>(key(seed, i) >> 11) * 0x1p-53;
}

/// Gives the numbers one after another.
class stream {
 public:
  explicit constexpr stream(std::uint64_t seed) noexcept : state_(seed) {}
  constexpr std::uint64_t next() noexcept {
    std::uint64_t const result = mix64(state_);
    state_ += golden_ratio;
    return result;
  }

 private:
  std::uint64_t state_;
};

}  // namespace apps::splitmix
