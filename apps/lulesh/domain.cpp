// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "domain.hpp"

#include <cmath>
#include <numeric>

#include "hexahedron.hpp"

namespace apps::lulesh {
namespace {

double coordinate(int index, int global_edge) { return mesh_length * index / global_edge; }

/// The volume of an element. Its corner nearest to the origin has these indices.
double volume_at(std::array<int, 3> const& first, int global_edge) {
  corners<double> p;
  for (int c = 0; c < 8; ++c)
    p.corner[c] = {coordinate(first[0] + (c & 1), global_edge), coordinate(first[1] + (c >> 1 & 1), global_edge),
                   coordinate(first[2] + (c >> 2), global_edge)};
  return lulesh::volume<double>(p);
}

}  // namespace

double origin_volume(int global_edge) { return volume_at({}, global_edge); }

double blast_energy(int global_edge) {
  constexpr double energy_of_45 = 3.948746e+7;
  double const scale = global_edge / 45.0;
  return energy_of_45 * (scale * scale * scale);
}

domain::domain(int edge, position_of_domain const& place)
    : shape{edge},
      location(place),
      position(shape.nodes()),
      velocity(shape.nodes()),
      force_above(shape.nodes()),
      force_below(shape.nodes()),
      mass(shape.nodes()),
      first_volume(shape.elements()),
      volume(shape.elements(), 1.0),
      next_volume(shape.elements()),
      volume_change(shape.elements()),
      volume_rate(shape.elements()),
      length(shape.elements()),
      energy(shape.elements()),
      pressure(shape.elements()),
      viscosity(shape.elements()),
      sound_speed(shape.elements()),
      linear_viscosity(shape.elements()),
      quadratic_viscosity(shape.elements()),
      jump{ghosted_field(shape, 0), ghosted_field(shape, 1), ghosted_field(shape, 2)},
      thickness{field(shape.elements()), field(shape.elements()), field(shape.elements())},
      plane_limits(shape.e()) {
  int const global_edge = edge * location.across;
  std::array<int, 3> const first{location.index[0] * edge, location.index[1] * edge, location.index[2] * edge};
  for (int k = 0; k <= edge; ++k)
    for (int j = 0; j <= edge; ++j)
      for (int i = 0; i <= edge; ++i) {
        std::size_t const node = shape.node_row(j, k) + static_cast<std::size_t>(i);
        position.axis[0][node] = coordinate(first[0] + i, global_edge);
        position.axis[1][node] = coordinate(first[1] + j, global_edge);
        position.axis[2][node] = coordinate(first[2] + k, global_edge);
      }
  for (int k = 0; k < edge; ++k)
    for (int j = 0; j < edge; ++j)
      for (int i = 0; i < edge; ++i) {
        double const element_volume = volume_at({first[0] + i, first[1] + j, first[2] + k}, global_edge);
        first_volume[shape.element_row(j, k) + static_cast<std::size_t>(i)] = element_volume;
        for (int c = 0; c < 8; ++c)
          mass[shape.node_row(j + (c >> 1 & 1), k + (c >> 2)) + static_cast<std::size_t>(i + (c & 1))] +=
              element_volume / 8;
      }
  if (location.index == std::array<int, 3>{}) energy[0] = blast_energy(global_edge);
}

limits domain::step_limits() const {
  return std::accumulate(plane_limits.begin(), plane_limits.end(), limits(), strictest());
}

}  // namespace apps::lulesh
