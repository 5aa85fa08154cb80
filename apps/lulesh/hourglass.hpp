// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Control of hourglass modes: motions of the eight corners that change neither the volume nor the
// centre's gradients, so that no other force opposes them. A viscous force opposes them.
//
// Source: the kinematic control of Flanagan and Belytschko (1981). Its vectors are the four
// products of signs below, made orthogonal to linear motion. They are never formed here: the sums
// over corners are taken first.

#pragma once

#include "hexahedron.hpp"

namespace apps::lulesh {

inline constexpr double hourglass_coefficient = 3.0 * 0.01;

/// The four modes of a quantity at the corners: its sums with the signs of xi eta, eta zeta, xi
/// zeta, xi eta zeta.
template <class Real>
struct hourglass_modes {
  vector3<Real> mode[4];
};

template <class Real>
LULESH_INLINE hourglass_modes<Real> modes_of(corners<Real> const& p) noexcept {
  auto const& a = p.corner;
  auto const s0 = a[4] + a[0], s1 = a[5] + a[1], s2 = a[6] + a[2], s3 = a[7] + a[3];
  auto const d0 = a[4] - a[0], d1 = a[5] - a[1], d2 = a[6] - a[2], d3 = a[7] - a[3];
  return {{(s0 - s1) + (s3 - s2), (d2 - d0) + (d3 - d1), (d1 - d0) + (d3 - d2), (d0 - d1) + (d3 - d2)}};
}

/// The inverse direction: adds the modes to each corner with its signs.
template <class Real>
LULESH_INLINE corners<Real> spread(hourglass_modes<Real> const& m) noexcept {
  auto const& h = m.mode;
  auto const ez_plus = h[1] + h[2], ez_minus = h[1] - h[2];
  vector3<Real> const low[4] = {h[3] - ez_plus, vector3<Real>{} - (h[3] + ez_minus), ez_minus - h[3], ez_plus + h[3]};
  corners<Real> result;
  for (int i = 0; i < 4; ++i) {
    vector3<Real> const flat = i == 0 || i == 3 ? h[0] : vector3<Real>{} - h[0];
    result.corner[i] = flat - low[i];
    result.corner[i + 4] = flat + low[i];
  }
  return result;
}

template <class Real>
LULESH_INLINE vector3<Real> combine(vector3<Real> const& f, vector3<Real> const (&axes)[3]) noexcept {
  return f.x * axes[0] + f.y * axes[1] + f.z * axes[2];
}

/// Adds the force that opposes the modes of `velocity` to `force`. `stiffness` is the coefficient
/// of the element.
template <class Real>
LULESH_INLINE void resist_hourglass(corners<Real> const& position, corners<Real> const& velocity,
                                    corners<Real> const& derivative, Real const& volume, Real const& stiffness,
                                    corners<Real>& force) noexcept {
  Real const by_volume = 1.0 / volume;
  vector3<Real> linear[3]{};  // row a: the sum over the corners of derivative.a times velocity
  for (int c = 0; c < 8; ++c) {
    linear[0] = linear[0] + derivative.corner[c].x * velocity.corner[c];
    linear[1] = linear[1] + derivative.corner[c].y * velocity.corner[c];
    linear[2] = linear[2] + derivative.corner[c].z * velocity.corner[c];
  }
  auto const shape = modes_of<Real>(position);
  auto motion = modes_of<Real>(velocity);
  vector3<Real> reaction[3]{};
  for (int i = 0; i < 4; ++i) {
    vector3<Real> const lean = by_volume * shape.mode[i];
    motion.mode[i] = motion.mode[i] - combine<Real>(lean, linear);
    reaction[0] = reaction[0] + lean.x * motion.mode[i];
    reaction[1] = reaction[1] + lean.y * motion.mode[i];
    reaction[2] = reaction[2] + lean.z * motion.mode[i];
  }
  auto const resistance = spread<Real>(motion);
  for (int c = 0; c < 8; ++c)
    force.corner[c] =
        force.corner[c] - stiffness * (resistance.corner[c] - combine<Real>(derivative.corner[c], reaction));
}

}  // namespace apps::lulesh
