// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The answer of a run, and the table of known energies.

#include "problem.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace apps::lulesh {
namespace {

// These numbers are reported by the published program, LULESH 2.0.
constexpr known_blast table[] = {
    {3, 0, 23, 4.001338e3},    {5, 0, 72, 7.853665e3},     {8, 0, 163, 1.788182e4},    {10, 0, 231, 2.720531e4},
    {10, 10, 10, 2.596764e5},  {10, 100, 100, 4.898785e4}, {15, 0, 400, 5.702894e4},   {15, 50, 50, 2.735369e5},
    {16, 0, 434, 6.380125e4},  {20, 0, 575, 9.668856e4},   {20, 100, 100, 3.919028e5}, {30, 0, 932, 2.025075e5},
    {30, 10, 10, 7.011263e6},  {30, 100, 100, 1.322672e6}, {38, 10, 10, 1.424896e7},   {38, 100, 100, 2.688061e6},
    {45, 0, 1477, 4.234875e5}, {45, 100, 100, 4.464018e6}, {76, 20, 20, 7.121761e7},
};

}  // namespace

answer read_answer(domain const& d, int iterations, double time) {
  answer result{d.energy[0], iterations, time, {}};
  auto const energy = [&](int i, int j) { return d.energy[d.shape.element_row(j, 0) + static_cast<std::size_t>(i)]; };
  for (int j = 0; j < d.shape.edge; ++j)
    for (int i = j + 1; i < d.shape.edge; ++i) {
      double const difference = std::abs(energy(i, j) - energy(j, i));
      result.mirrored.sum += difference;
      result.mirrored.largest = std::max(result.mirrored.largest, difference);
      if (difference > 0)
        result.mirrored.relative =
            std::max(result.mirrored.relative, difference / std::max(energy(i, j), energy(j, i)));
    }
  return result;
}

int cube_edge(int places) noexcept {
  int edge = 1;
  while (edge * edge * edge < places) ++edge;
  return edge * edge * edge == places ? edge : 0;
}

known_blast const* find_known(int edge, int stopped_after) noexcept {
  auto const* const entry = std::find_if(std::begin(table), std::end(table), [&](known_blast const& k) {
    return k.edge == edge && k.stopped_after == stopped_after;
  });
  return entry == std::end(table) ? nullptr : entry;
}

}  // namespace apps::lulesh
