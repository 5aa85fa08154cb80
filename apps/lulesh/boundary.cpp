// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "boundary.hpp"

namespace apps::lulesh {

/// Calls body(node, n), n counting from 0, for the nodes of a face.
template <class Each>
void domain_boundary::for_face(int direction, int side, Each&& body) const {
  std::size_t const n = d_.shape.n();
  std::size_t const steps[] = {1, n, n * n};
  std::size_t const first = side < 0 ? 0 : (n - 1) * steps[direction];
  std::size_t const inner = direction == 0 ? steps[1] : steps[0];
  std::size_t const outer = direction == 2 ? steps[1] : steps[2];
  std::size_t count = 0;
  for (std::size_t b = 0; b < n; ++b)
    for (std::size_t a = 0; a < n; ++a) body(first + b * outer + a * inner, count++);
}

/// Calls body(jump, ghost, n), n counting from 0, for the elements of the outermost layer; `ghost`
/// is the distance to the ghost beyond the element.
template <class Each>
void domain_boundary::for_layer(int direction, int side, Each&& body) {
  int const e = d_.shape.edge;
  auto& jump = d_.jump[static_cast<std::size_t>(direction)];
  std::size_t n = 0;
  for (int b = 0; b < e; ++b)
    for (int a = 0; a < e; ++a, ++n) {
      int position[3] = {a, b, b};
      position[direction] = side < 0 ? 0 : e - 1;
      if (direction == 0) position[1] = a;
      body(*(jump.row(position[1], position[2]) + position[0]), side * jump.step(), n);
    }
}

void domain_boundary::pack(face_data data, int direction, int side, double* out) {
  std::size_t const face = d_.shape.n() * d_.shape.n();
  switch (data) {
    case face_data::masses:
      return for_face(direction, side, [&](std::size_t node, std::size_t n) { out[n] = d_.mass[node]; });
    case face_data::forces:
      return for_face(direction, side, [&](std::size_t node, std::size_t n) {
        for (std::size_t a = 0; a < 3; ++a)
          out[a * face + n] = d_.force_above.axis[a][node] + d_.force_below.axis[a][node];
      });
    case face_data::jumps:
      return for_layer(direction, side,
                       [&](double const& edge_jump, std::ptrdiff_t, std::size_t n) { out[n] = edge_jump; });
  }
}

void domain_boundary::merge(face_data data, int direction, int side, double const* received, double const* own_values) {
  std::size_t const face = d_.shape.n() * d_.shape.n();
  std::size_t const last_plane = d_.shape.node_row(0, d_.shape.edge);
  switch (data) {
    case face_data::masses:
      return for_face(direction, side, [&](std::size_t node, std::size_t n) { d_.mass[node] += received[n]; });
    case face_data::forces:
      // The sum is stored where the next step writes anyway: there are no elements above the last
      // plane and below the first.
      return for_face(direction, side, [&](std::size_t node, std::size_t n) {
        bool const last = node >= last_plane;
        for (std::size_t a = 0; a < 3; ++a) {
          double const sum = own_values[a * face + n] + received[a * face + n];
          d_.force_above.axis[a][node] = last ? 0 : sum;
          d_.force_below.axis[a][node] = last ? sum : 0;
        }
      });
    case face_data::jumps:
      return for_layer(direction, side, [&](double& edge_jump, std::ptrdiff_t ghost, std::size_t n) {
        (&edge_jump)[ghost] = received[n];
      });
  }
}

}  // namespace apps::lulesh
