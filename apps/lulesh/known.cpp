// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The table of known energies, as reported by the published program, LULESH 2.0.

#include "known.hpp"

#include <algorithm>
#include <iterator>

namespace apps::lulesh {
namespace {

constexpr known_blast table[] = {
    {3, 0, 23, 4.001338e3},    {5, 0, 72, 7.853665e3},     {8, 0, 163, 1.788182e4},    {10, 0, 231, 2.720531e4},
    {10, 10, 10, 2.596764e5},  {10, 100, 100, 4.898785e4}, {15, 0, 400, 5.702894e4},   {15, 50, 50, 2.735369e5},
    {16, 0, 434, 6.380125e4},  {20, 0, 575, 9.668856e4},   {20, 100, 100, 3.919028e5}, {30, 0, 932, 2.025075e5},
    {30, 10, 10, 7.011263e6},  {30, 100, 100, 1.322672e6}, {38, 10, 10, 1.424896e7},   {38, 100, 100, 2.688061e6},
    {45, 0, 1477, 4.234875e5}, {45, 100, 100, 4.464018e6}, {76, 20, 20, 7.121761e7},
};

}  // namespace

known_blast const* find_known(int edge, int stopped_after) noexcept {
  auto const* const entry = std::find_if(std::begin(table), std::end(table), [&](known_blast const& k) {
    return k.edge == edge && k.stopped_after == stopped_after;
  });
  return entry == std::end(table) ? nullptr : entry;
}

}  // namespace apps::lulesh
