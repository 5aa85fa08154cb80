// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Several numbers side by side: the kernels are written once for `Real`, which is a double or a
// vector of doubles. The operations on each element are the same for both, so the width of the
// vectors does not change a bit of the result.

#pragma once

#include <cstdint>
#include <cstring>

// Into the loops: the compilers do not inline such large functions by themselves.
#define LULESH_INLINE inline __attribute__((always_inline))
#define LULESH_INLINE_LAMBDA __attribute__((always_inline))

namespace apps::lulesh {

template <class Real>
inline constexpr int width = static_cast<int>(sizeof(Real) / sizeof(double));

/// At any alignment.
template <class Real>
LULESH_INLINE Real load(double const* address) noexcept {
  Real value{};
  std::memcpy(&value, address, sizeof value);
  return value;
}
template <class Real>
LULESH_INLINE void store(double* address, Real const& value) noexcept {
  std::memcpy(address, &value, sizeof value);
}

template <class Real>
LULESH_INLINE Real broadcast(double value) noexcept {
  Real result{};
  for (int i = 0; i < width<Real>; ++i) std::memcpy(reinterpret_cast<char*>(&result) + i * 8, &value, sizeof value);
  return result;
}
template <class Real>
LULESH_INLINE double lane(Real const& value, int i) noexcept {
  double element = 0;
  std::memcpy(&element, reinterpret_cast<char const*>(&value) + i * 8, sizeof element);
  return element;
}

template <class Real>
LULESH_INLINE Real smaller(Real const& a, Real const& b) noexcept {
  return a < b ? a : b;
}
template <class Real>
LULESH_INLINE Real larger(Real const& a, Real const& b) noexcept {
  return a > b ? a : b;
}
template <class Real>
LULESH_INLINE Real magnitude(Real const& a) noexcept {
  return larger<Real>(a, -a);
}

/// Values below `threshold` in magnitude become zero: rounding noise would make whole regions move
/// that must be at rest.
template <class Real>
LULESH_INLINE Real cut(Real const& a, double threshold) noexcept {
  return magnitude<Real>(a) < broadcast<Real>(threshold) ? broadcast<Real>(0) : a;
}

/// The square root.
template <class Real>
LULESH_INLINE Real root(Real const& a) noexcept {
#if defined(__clang__)
  return __builtin_elementwise_sqrt(a);
#else
  if constexpr (width<Real> == 1) {
    return __builtin_sqrt(a);
#if defined(__x86_64__)
  } else if constexpr (width<Real> == 2) {
    return __builtin_ia32_sqrtpd(a);
  } else if constexpr (width<Real> == 4) {
    return __builtin_ia32_sqrtpd256(a);
#endif
  } else {
    Real result{};
    for (int i = 0; i < width<Real>; ++i)
      store<double>(reinterpret_cast<double*>(&result) + i, __builtin_sqrt(lane(a, i)));
    return result;
  }
#endif
}

/// The cube root of a positive number: the first value is a third of the exponent (about 5 bits are
/// right), then Halley's iteration triples the bits.
template <class Real>
LULESH_INLINE Real cube_root(Real const& a) noexcept {
  constexpr std::uint64_t two_thirds_of_bias = 0x2A9F789300000000;
  std::uint64_t bits[width<Real>];
  std::memcpy(bits, &a, sizeof bits);
  for (auto& word : bits) word = word / 3 + two_thirds_of_bias;
  Real y{};
  std::memcpy(&y, bits, sizeof y);
  for (int i = 0; i < 3; ++i) {
    Real const cube = y * y * y;
    y = y * (cube + 2.0 * a) / (2.0 * cube + a);
  }
  return y;
}

}  // namespace apps::lulesh
