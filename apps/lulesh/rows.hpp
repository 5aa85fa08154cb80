// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How kernels iterate over rows, and read the corners of an element from them.

#pragma once

#include "domain.hpp"
#include "hexahedron.hpp"

namespace apps::lulesh {

/// Calls body.template at<Real>(i) for blocks of Real that cover [0, n). The last block may overlap
/// the block before: a body must not read the values that it writes.
template <class Real, class Body>
LULESH_INLINE void for_row(std::size_t n, Body& body) {
  constexpr std::size_t w = width<Real>;
  if (n < w) {
    for (std::size_t i = 0; i < n; ++i) body.template at<double>(i);
    return;
  }
  for (std::size_t i = 0; i + w <= n; i += w) body.template at<Real>(i);
  if (n % w != 0) body.template at<Real>(n - w);
}

/// Like for_row, without overlap.
template <class Real, class Body>
LULESH_INLINE void for_row_once(std::size_t n, Body& body) {
  constexpr std::size_t w = width<Real>;
  std::size_t i = 0;
  for (; i + w <= n; i += w) body.template at<Real>(i);
  for (; i < n; ++i) body.template at<double>(i);
}

/// A vector field at the nodes, seen from a row of elements.
struct corner_rows {
  double const* axis[3];
  std::size_t first[4];  ///< of the rows of nodes: the low and high ones of eta, then those of zeta

  LULESH_INLINE corner_rows(vector_field const& source, layout const& shape, int j, int k) noexcept {
    for (int a = 0; a < 3; ++a) axis[a] = source.axis[static_cast<std::size_t>(a)].data();
    for (int r = 0; r < 4; ++r) first[r] = shape.node_row(j + (r & 1), k + (r >> 1));
  }
  template <class Real>
  LULESH_INLINE corners<Real> at(std::size_t i) const noexcept {
    corners<Real> result;
    for (int c = 0; c < 8; ++c) {
      std::size_t const node = first[c >> 1] + (c & 1) + i;
      result.corner[c] = {load<Real>(axis[0] + node), load<Real>(axis[1] + node), load<Real>(axis[2] + node)};
    }
    return result;
  }
};

}  // namespace apps::lulesh
