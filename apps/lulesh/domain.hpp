// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The part of the mesh that one place owns, and its state: a cube of elements, as arrays in which x
// runs fastest.
//
// Nodes at the boundary between two domains exist in both, with the same bits.

#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "time_step.hpp"

namespace apps::lulesh {

inline constexpr double mesh_length = 1.125;

using field = std::vector<double>;

/// A vector at each node.
struct vector_field {
  std::array<field, 3> axis;

  explicit vector_field(std::size_t n) : axis{field(n), field(n), field(n)} {}
};

/// The numbering of elements and nodes of a cube.
struct layout {
  int edge;  ///< elements along an edge

  [[nodiscard]] std::size_t e() const noexcept { return static_cast<std::size_t>(edge); }
  [[nodiscard]] std::size_t n() const noexcept { return e() + 1; }
  [[nodiscard]] std::size_t elements() const noexcept { return e() * e() * e(); }
  [[nodiscard]] std::size_t nodes() const noexcept { return n() * n() * n(); }
  /// The first element of a row.
  [[nodiscard]] std::size_t element_row(int j, int k) const noexcept {
    return (static_cast<std::size_t>(k) * e() + static_cast<std::size_t>(j)) * e();
  }
  [[nodiscard]] std::size_t node_row(int j, int k) const noexcept {
    return (static_cast<std::size_t>(k) * n() + static_cast<std::size_t>(j)) * n();
  }
};

/// One number for each element, with a layer of ghosts before and behind in one direction.
class ghosted_field {
 public:
  ghosted_field(layout const& l, int direction) : row_(l.e()), plane_(l.e() * l.e()), step_(1) {
    if (direction == 0) row_ += 2;
    plane_ = row_ * (direction == 1 ? l.e() + 2 : l.e());
    step_ = direction == 0 ? 1 : direction == 1 ? row_ : plane_;
    values_.resize(plane_ * (direction == 2 ? l.e() + 2 : l.e()));
  }
  /// Points to element (0, j, k); the neighbours in the direction are step() before and behind it.
  [[nodiscard]] double* row(int j, int k) noexcept {
    return values_.data() + step_ + static_cast<std::size_t>(k) * plane_ + static_cast<std::size_t>(j) * row_;
  }
  [[nodiscard]] std::ptrdiff_t step() const noexcept { return static_cast<std::ptrdiff_t>(step_); }

 private:
  std::size_t row_, plane_, step_;
  field values_;
};

/// The position of a domain among the domains; the mesh has `across` domains along each edge.
struct position_of_domain {
  int across = 1;
  std::array<int, 3> index{};

  /// True if this side (-1 or 1) of a direction is the boundary of the mesh.
  [[nodiscard]] bool at_mesh_boundary(int direction, int side) const noexcept {
    int const i = index[static_cast<std::size_t>(direction)];
    return side < 0 ? i == 0 : i == across - 1;
  }
};

struct domain {
  domain(int edge, position_of_domain const& location);

  layout shape;
  position_of_domain location;

  // Nodes. The force is the sum of two parts: from the elements in the planes above and below.
  vector_field position, velocity, force_above, force_below;
  field mass;

  // Elements. Volumes are relative to the initial one.
  field first_volume, volume, next_volume, volume_change, volume_rate, length;
  field energy, pressure, viscosity, sound_speed;
  field linear_viscosity, quadratic_viscosity;
  std::array<ghosted_field, 3> jump;  ///< of the velocity across the element
  std::array<field, 3> thickness;     ///< of the element
  std::vector<limits> plane_limits;   ///< the limits of the next step from each plane of elements

  /// The strictest limits of all planes.
  [[nodiscard]] limits step_limits() const;
};

/// The volume of each element of a mesh with this many elements along an edge.
[[nodiscard]] double origin_volume(int global_edge);
/// The energy that is released in the element at the origin.
[[nodiscard]] double blast_energy(int global_edge);

}  // namespace apps::lulesh
