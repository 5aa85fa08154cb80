// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Counts computed by independent programs; scale 14 with seed 2 agrees with the published scores of
// the GLB benchmark.

#include "known.hpp"

namespace apps::bc {
namespace {

struct fact {
  int scale;
  std::uint64_t seed;
  tally counts;
};

constexpr fact facts[] = {
    {2, 1, {1, 13, 2}},
    {3, 1, {45, 57, 4}},
    {4, 1, {281, 226, 5}},
    {5, 1, {1467, 963, 6}},
    {6, 1, {6469, 3543, 6}},
    {7, 1, {33067, 14773, 10}},
    {8, 1, {134391, 54571, 9}},
    {9, 1, {599399, 219541, 9}},
    {10, 1, {2612665, 886562, 12}},
    {11, 1, {10827942, 3420966, 13}},
    {12, 1, {45180323, 13399913, 13}},
    {2, 2, {4, 16, 2}},
    {3, 2, {27, 57, 3}},
    {4, 2, {324, 241, 6}},
    {5, 2, {1548, 962, 6}},
    {6, 2, {7177, 3666, 8}},
    {7, 2, {30504, 14182, 8}},
    {8, 2, {148019, 58322, 11}},
    {9, 2, {611645, 223328, 9}},
    {10, 2, {2524531, 859497, 9}},
    {11, 2, {10332557, 3303723, 11}},
    {12, 2, {45726258, 13425535, 13}},
    {13, 2, {185916403, 52137235, 15}},
    {14, 2, {748477854, 200693101, 14}},
    {15, 2, {3089837584, 789899496, 16}},
};

}  // namespace

std::optional<tally> known_tally(int scale, std::uint64_t seed) {
  for (auto const& entry : facts) {
    if (entry.scale == scale && entry.seed == seed) return entry.counts;
  }
  return std::nullopt;
}

}  // namespace apps::bc
