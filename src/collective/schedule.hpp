// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedule of recursive halving: which elements a corner of the hypercube keeps and which it
// sends, at each step. Without communication.
//
// Source: Thakur, Rabenseifner and Gropp (2005).
#pragma once

#include <cstddef>

#include <skua/detail/collective/topology.hpp>

namespace skua::collective {

/// A range of elements.
struct range {
  std::size_t begin = 0;
  std::size_t end = 0;
  [[nodiscard]] constexpr std::size_t size() const noexcept { return end - begin; }
};
/// The halves of a range at a corner, at the step of that distance: one it keeps and combines, the
/// other it sends to its partner.
struct halves {
  range kept_part;
  range sent_part;
};
constexpr halves halve(range whole, int corner, int step) noexcept {
  std::size_t const middle = whole.begin + whole.size() / 2;
  range const low{whole.begin, middle};
  range const high{middle, whole.end};
  return topology::hypercube::is_low(corner, step) ? halves{low, high} : halves{high, low};
}
/// The range that only this corner holds after all steps below `corners`.
constexpr range share_of(range whole, int corner, int corners) noexcept {
  for (int step = 1; step < corners; step *= 2) whole = halve(whole, corner, step).kept_part;
  return whole;
}

}  // namespace skua::collective
