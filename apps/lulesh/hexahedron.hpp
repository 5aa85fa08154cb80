// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Geometry of one element, a hexahedron with straight edges. Bits 0, 1 and 2 of c say whether
// corner c is at the low or high end of the three directions (xi, eta, zeta).
//
// Sources: Flanagan and Belytschko (1981) for the volume and its derivatives; Dukowicz (1988) for
// the volume by three products.

#pragma once

#include "lanes.hpp"

namespace apps::lulesh {

template <class Real>
struct vector3 {
  Real x, y, z;

  friend LULESH_INLINE vector3 operator+(vector3 const& a, vector3 const& b) noexcept {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  friend LULESH_INLINE vector3 operator-(vector3 const& a, vector3 const& b) noexcept {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  friend LULESH_INLINE vector3 operator*(Real const& f, vector3 const& a) noexcept {
    return {f * a.x, f * a.y, f * a.z};
  }
};

template <class Real>
LULESH_INLINE Real dot(vector3<Real> const& a, vector3<Real> const& b) noexcept {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class Real>
LULESH_INLINE vector3<Real> cross(vector3<Real> const& a, vector3<Real> const& b) noexcept {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// One vector for each corner.
template <class Real>
struct corners {
  vector3<Real> corner[8];
};

/// The corners of each face in cyclic order; by the right-hand rule the normal points outwards.
inline constexpr int faces[6][4] = {{0, 1, 3, 2}, {0, 4, 5, 1}, {1, 5, 7, 3}, {3, 7, 6, 2}, {2, 6, 4, 0}, {4, 6, 7, 5}};

/// For each corner: `area` is its share in the normals of the faces around it, `derivative` is the
/// derivative of the volume with respect to its position.
template <class Real>
struct corner_normals {
  corners<Real> area;
  corners<Real> derivative;
};

/// Both consist of the same products. Let e be the sums of the two ends of each edge of a face. A
/// corner's part of the derivative is the product of the two edges that do not touch it. The face's
/// normal is the sum of these four.
template <class Real>
LULESH_INLINE corner_normals<Real> normals(corners<Real> const& p) noexcept {
  corner_normals<Real> result{};
  for (auto const& face : faces) {
    vector3<Real> edge[4];
    for (int i = 0; i < 4; ++i) edge[i] = p.corner[face[i]] + p.corner[face[(i + 1) % 4]];
    vector3<Real> part[4];
    for (int i = 0; i < 4; ++i) part[i] = cross<Real>(edge[(i + 2) % 4], edge[(i + 1) % 4]);
    vector3<Real> const normal = (part[0] + part[1]) + (part[2] + part[3]);
    for (int i = 0; i < 4; ++i) {
      result.area.corner[face[i]] = result.area.corner[face[i]] + normal;
      result.derivative.corner[face[i]] = result.derivative.corner[face[i]] + part[i];
    }
  }
  Real const sixteenth = broadcast<Real>(1.0 / 16);
  Real const twelfth = broadcast<Real>(1.0 / 12);
  for (int c = 0; c < 8; ++c) {
    result.area.corner[c] = sixteenth * result.area.corner[c];
    result.derivative.corner[c] = twelfth * result.derivative.corner[c];
  }
  return result;
}

template <class Real>
LULESH_INLINE Real volume(corners<Real> const& p) noexcept {
  auto const& a = p.corner;
  Real const first = dot<Real>((a[2] - a[1]) + (a[6] - a[3]), cross<Real>(a[7] - a[2], a[3] - a[0]));
  Real const second = dot<Real>((a[4] - a[2]) + (a[5] - a[6]), cross<Real>(a[7] - a[4], a[6] - a[0]));
  Real const third = dot<Real>((a[1] - a[4]) + (a[3] - a[5]), cross<Real>(a[7] - a[1], a[5] - a[0]));
  return (first + second + third) * (1.0 / 12);
}

/// The volume divided by the area of the largest face, each area taken as half the product of the
/// diagonals.
template <class Real>
LULESH_INLINE Real characteristic_length(corners<Real> const& p, Real const& volume) noexcept {
  Real largest = broadcast<Real>(0);
  for (auto const& face : faces) {
    auto const product = cross<Real>(p.corner[face[2]] - p.corner[face[0]], p.corner[face[3]] - p.corner[face[1]]);
    largest = larger<Real>(largest, dot<Real>(product, product));
  }
  return 2.0 * volume / root<Real>(largest);
}

/// The change of a quantity from the low to the high end of each direction, at the centre.
template <class Real>
struct gradient {
  vector3<Real> xi, eta, zeta;
};
template <class Real>
LULESH_INLINE gradient<Real> centre_gradient(corners<Real> const& p) noexcept {
  auto const& a = p.corner;
  Real const quarter = broadcast<Real>(0.25);
  auto const d04 = a[4] - a[0], d15 = a[5] - a[1], d26 = a[6] - a[2], d37 = a[7] - a[3];
  auto const s04 = a[4] + a[0], s15 = a[5] + a[1], s26 = a[6] + a[2], s37 = a[7] + a[3];
  return {quarter * ((s15 - s04) + (s37 - s26)), quarter * ((s26 - s04) + (s37 - s15)),
          quarter * ((d04 + d15) + (d26 + d37))};
}

/// Makes the positions of all corners relative to the first one: the products above then lose no
/// digits to the distance from the origin.
template <class Real>
LULESH_INLINE void make_relative(corners<Real>& p) noexcept {
  vector3<Real> const origin = p.corner[0];
  for (auto& corner : p.corner) corner = corner - origin;
}

}  // namespace apps::lulesh
