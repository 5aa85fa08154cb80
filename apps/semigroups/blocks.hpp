// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sixteen bytes at once, in the vector extensions of gcc and clang: SSE2 on x86-64 and NEON on
// AArch64, which every machine of these kinds has, and scalar code elsewhere. Nothing is selected
// at run time.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace apps::semigroups {

inline constexpr std::size_t block_size = 16;

using block = std::uint8_t __attribute__((vector_size(16)));

inline block load(std::uint8_t const* address) {
  block result;
  std::memcpy(&result, address, sizeof result);
  return result;
}

inline void store(std::uint8_t* address, block const& value) { std::memcpy(address, &value, sizeof value); }

inline block filled(std::uint8_t value) {
  return block{value, value, value, value, value, value, value, value,
               value, value, value, value, value, value, value, value};
}

/// 1 where `source` is not zero, else 0.
inline block ones_where_set(block const& source) {
#if defined(__x86_64__)
  // One instruction; the compilers need two for a comparison with its mask.
  return reinterpret_cast<block>(_mm_min_epu8(reinterpret_cast<__m128i>(source), _mm_set1_epi8(1)));
#else
  return reinterpret_cast<block>(source != filled(0)) & filled(1);
#endif
}

/// Bit i of the result says whether byte i of `source` is `value`. For any machine.
inline std::uint32_t bits_where_portable(block const& source, std::uint8_t value) {
  std::uint8_t bytes[block_size];
  std::memcpy(bytes, &source, sizeof source);
  std::uint32_t result = 0;
  for (std::size_t i = 0; i < block_size; ++i) result |= std::uint32_t{bytes[i] == value} << i;
  return result;
}

/// The same, fast.
inline std::uint32_t bits_where(block const& source, std::uint8_t value) {
#if defined(__x86_64__)
  auto const equal = reinterpret_cast<__m128i>(source == filled(value));
  return static_cast<std::uint32_t>(_mm_movemask_epi8(equal));
#elif defined(__AARCH64EL__)
  // There is no such instruction: each byte keeps a different bit, and a product adds them up in
  // its top byte.
  auto const equal = reinterpret_cast<block>(source == filled(value));
  std::uint64_t half[2];
  std::memcpy(half, &equal, sizeof half);
  auto const gather = [](std::uint64_t bytes) {
    return static_cast<std::uint32_t>(((bytes & 0x8040201008040201) * 0x0101010101010101) >> 56);
  };
  return gather(half[0]) | gather(half[1]) << 8;
#else
  return bits_where_portable(source, value);
#endif
}

}  // namespace apps::semigroups
