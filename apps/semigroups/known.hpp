// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The known numbers of numerical semigroups.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "count.hpp"

namespace apps::semigroups {

/// By genus: OEIS A007323.
// clang-format off
inline constexpr std::array<std::uint64_t, largest_genus + 1> known_counts{
    1, 1, 2, 4, 7, 12, 23, 39, 67, 118, 204, 343, 592, 1001, 1693, 2857, 4806, 8045, 13467, 22464, 37396, 62194,
    103246, 170963, 282828, 467224, 770832, 1270267, 2091030, 3437839, 5646773, 9266788, 15195070, 24896206, 40761087,
    66687201, 109032500, 178158289, 290939807, 474851445, 774614284, 1262992840, 2058356522, 3353191846, 5460401576,
    8888486816, 14463633648, 23527845502, 38260496374, 62200036752, 101090300128, 164253200784, 266815155103,
    433317458741, 703569992121, 1142140736859, 1853737832107, 3008140981820, 4880606790010, 7917344087695,
    12841603251351, 20825558002053, 33768763536686, 54749244915730, 88754191073328, 143863484925550, 233166577125714,
    377866907506273, 612309308257800, 992121118414851, 1607394814170158};
// clang-format on

/// The answer for this genus.
[[nodiscard]] constexpr tally known_tally(int genus) noexcept {
  tally result;
  for (int g = 0; g <= genus; ++g) result.up_to += known_counts[static_cast<std::size_t>(g)];
  result.of_genus = known_counts[static_cast<std::size_t>(genus)];
  return result;
}

}  // namespace apps::semigroups
