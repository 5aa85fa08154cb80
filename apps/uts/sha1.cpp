// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "sha1.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace apps::uts {
namespace {

using std::uint32_t;

constexpr std::array<uint32_t, 5> initial{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};

/// The compression function on a message of one block, for the initial chaining value.
digest compress(std::array<uint32_t, 16> w) {
  auto [a, b, c, d, e] = initial;
  // The schedule is a window of 16 words: word t replaces word t - 16.
  auto const schedule = [&](std::size_t t) {
    if (t < 16) return w[t];
    return w[t % 16] = std::rotl(w[(t - 3) % 16] ^ w[(t - 8) % 16] ^ w[(t - 14) % 16] ^ w[t % 16], 1);
  };
  auto const round = [&](uint32_t f, uint32_t constant, std::size_t t) {
    // This order uses the result of the previous round last: the longest chain has two additions,
    // not five.
    uint32_t const next = e + constant + schedule(t) + f + std::rotl(a, 5);
    e = d;
    d = c;
    c = std::rotl(b, 30);
    b = a;
    a = next;
  };
  // The fold unrolls the rounds, so that every index is a constant.
  [&]<std::size_t... T>(std::index_sequence<T...>) __attribute__((always_inline)) {
    (round((b & c) | (~b & d), 0x5a827999, T), ...);
    (round(b ^ c ^ d, 0x6ed9eba1, T + 20), ...);
    (round((b & c) | (b & d) | (c & d), 0x8f1bbcdc, T + 40), ...);
    (round(b ^ c ^ d, 0xca62c1d6, T + 60), ...);
  }(std::make_index_sequence<20>{});
  return {{initial[3] + d, initial[2] + c, initial[1] + b, initial[0] + a}, initial[4] + e};
}

}  // namespace

digest root_digest(uint32_t seed) {
  std::array<uint32_t, 16> block{};
  block[4] = seed;
  block[5] = 0x80000000;
  block[15] = 20 * 8;
  return compress(block);
}

digest portable_sha1::child(digest const& parent, uint32_t index) {
  std::array<uint32_t, 16> block{};
  for (unsigned i = 0; i < 4; ++i) block[i] = parent.reversed[3 - i];
  block[4] = parent.last;
  block[5] = index;
  block[6] = 0x80000000;
  block[15] = 24 * 8;
  return compress(block);
}

#if defined(__x86_64__)

bool x86_sha1::available() {
  // The compiler's run-time test has no name for SHA: leaf 7, register EBX, bit 29.
  uint32_t a = 7;
  uint32_t b = 0;
  uint32_t c = 0;
  uint32_t d = 0;
  if (__builtin_cpu_supports("sse4.1") == 0) return false;
  __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
  return (b >> 29 & 1) != 0;
}

namespace {

// The compiler inlines these only into functions of the same target.
#define SKUA_SHA_TARGET __attribute__((target("sha,sse4.1"), always_inline)) inline

/// The working variables after some rounds: A to D in one register, A highest; and A to D four
/// rounds before. The old A, rotated, is the current E.
struct rounds {
  __m128i current;
  __m128i previous;

  /// Four rounds with four words of the message.
  template <int Function>
  SKUA_SHA_TARGET void four(__m128i message) {
    __m128i const e = _mm_sha1nexte_epu32(previous, message);
    previous = current;
    current = _mm_sha1rnds4_epu32(current, e, Function);
  }
};

/// Computes four further words of the message schedule from the sixteen before them. They replace
/// the oldest four, `a`.
SKUA_SHA_TARGET __m128i schedule(__m128i& a, __m128i b, __m128i c, __m128i d) {
  return a = _mm_sha1msg2_epu32(_mm_xor_si128(_mm_sha1msg1_epu32(a, b), c), d);
}

#undef SKUA_SHA_TARGET

}  // namespace

__attribute__((target("sha,sse4.1"))) digest x86_sha1::child(digest const& parent, uint32_t index) {
  __m128i const abcd = _mm_set_epi32(static_cast<int>(initial[0]), static_cast<int>(initial[1]),
                                     static_cast<int>(initial[2]), static_cast<int>(initial[3]));
  __m128i const e = _mm_set_epi32(static_cast<int>(initial[4]), 0, 0, 0);

  // Four message words per register, the earliest in the highest lane.
  __m128i a = _mm_loadu_si128(reinterpret_cast<__m128i const*>(parent.reversed));
  __m128i b = _mm_set_epi32(static_cast<int>(parent.last), static_cast<int>(index), static_cast<int>(0x80000000), 0);
  __m128i c = _mm_setzero_si128();
  __m128i d = _mm_set_epi32(0, 0, 0, 24 * 8);

  rounds r{_mm_sha1rnds4_epu32(abcd, _mm_add_epi32(e, a), 0), abcd};
  r.four<0>(b);
  r.four<0>(c);
  r.four<0>(d);
  r.four<0>(schedule(a, b, c, d));
  r.four<1>(schedule(b, c, d, a));
  r.four<1>(schedule(c, d, a, b));
  r.four<1>(schedule(d, a, b, c));
  r.four<1>(schedule(a, b, c, d));
  r.four<1>(schedule(b, c, d, a));
  r.four<2>(schedule(c, d, a, b));
  r.four<2>(schedule(d, a, b, c));
  r.four<2>(schedule(a, b, c, d));
  r.four<2>(schedule(b, c, d, a));
  r.four<2>(schedule(c, d, a, b));
  r.four<3>(schedule(d, a, b, c));
  r.four<3>(schedule(a, b, c, d));
  r.four<3>(schedule(b, c, d, a));
  r.four<3>(schedule(c, d, a, b));
  r.four<3>(schedule(d, a, b, c));

  digest result;
  _mm_storeu_si128(reinterpret_cast<__m128i*>(result.reversed), _mm_add_epi32(r.current, abcd));
  result.last = static_cast<uint32_t>(_mm_extract_epi32(_mm_sha1nexte_epu32(r.previous, e), 3));
  return result;
}

#else

bool x86_sha1::available() { return false; }
digest x86_sha1::child(digest const& parent, uint32_t index) { return portable_sha1::child(parent, index); }

#endif

}  // namespace apps::uts
