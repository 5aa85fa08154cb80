// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "exchange.hpp"

#include <skua/collective.hpp>
#include <skua/place.hpp>
#include <skua/spawn.hpp>
#include <utility>

namespace apps::lulesh {
namespace {

constexpr int sides[] = {-1, 1};

std::size_t size_of_face(int edge) {
  std::size_t const n = layout{edge}.n();
  return n * n;
}
/// Six buffers for three numbers at each node of a face, six for one number at each element.
std::size_t size_of_buffers(int edge) { return 6 * (3 + 1) * size_of_face(edge); }

}  // namespace

// A single place has no neighbours, so it needs no buffers.
halo_buffers::halo_buffers(int edge)
    : buffers(skua::places() == 1 ? 0 : size_of_buffers(edge) * static_cast<std::size_t>(skua::places())) {}

exchange::exchange(domain& d, halo_buffers const& buffers) : d_(d), buffers_(buffers), place_(skua::here()) {
  for (auto& face : send_buffers_) face.resize(3 * size_of_face(d.shape.edge));
  static_cast<void>(*buffers_.arrivals);  // created before any neighbour signals it
  skua::collective::barrier();
}

std::size_t exchange::buffer_index(kind data, int direction, int side) const {
  return static_cast<std::size_t>((data == forces ? 0 : 6) + 2 * direction + (side > 0));
}

skua::global_ptr<double> exchange::receive_buffer(int place, std::size_t index) const {
  std::size_t const face = size_of_face(d_.shape.edge);
  std::size_t const offset = index < 6 ? 3 * index * face : (3 * 6 + (index - 6)) * face;
  return buffers_.buffers.part(place) + static_cast<std::ptrdiff_t>(offset);
}

int exchange::neighbour(int direction, int side) const {
  if (d_.at_mesh_boundary(direction, side)) return -1;
  int const across = d_.location.across;
  int const steps[] = {1, across, across * across};
  return place_ + side * steps[direction];
}

double const* exchange::receive(kind data, int direction, int side) {
  std::size_t const index = buffer_index(data, direction, side);
  (*buffers_.arrivals).counters[index].messages.acquire();
  return receive_buffer(place_, index).local();
}

void exchange::send(kind data, int direction) {
  std::size_t const e = d_.shape.e();
  std::size_t const size = data == forces ? 3 * size_of_face(d_.shape.edge) : e * e;
  skua::future<void> copies[2];
  for (int i = 0; i < 2; ++i) {
    int const neighbour_place = neighbour(direction, sides[i]);
    if (neighbour_place >= 0)
      copies[i] = skua::copy(outgoing(direction, sides[i]).data(),
                             receive_buffer(neighbour_place, buffer_index(data, direction, -sides[i])), size);
  }
  for (int i = 0; i < 2; ++i) {
    int const neighbour_place = neighbour(direction, sides[i]);
    if (neighbour_place < 0) continue;
    copies[i].get();
    std::size_t const index = buffer_index(data, direction, -sides[i]);
    skua::post(skua::on(neighbour_place),
               [arrivals = buffers_.arrivals, index] { (*arrivals).counters[index].messages.release(); });
  }
}

/// Calls body(node, n), n counting from 0, for the nodes of a face.
template <class Each>
void exchange::for_face(int direction, int side, Each&& body) const {
  std::size_t const n = d_.shape.n();
  std::size_t const steps[] = {1, n, n * n};
  std::size_t const first = side < 0 ? 0 : (n - 1) * steps[direction];
  std::size_t const inner = direction == 0 ? steps[1] : steps[0];
  std::size_t const outer = direction == 2 ? steps[1] : steps[2];
  std::size_t count = 0;
  for (std::size_t b = 0; b < n; ++b)
    for (std::size_t a = 0; a < n; ++a) body(first + b * outer + a * inner, count++);
}

void exchange::sum_masses() {
  for (int direction = 0; direction < 3; ++direction) {
    for (int const side : sides) {
      auto& values = outgoing(direction, side);
      for_face(direction, side, [&](std::size_t node, std::size_t n) { values[n] = d_.mass[node]; });
    }
    send(forces, direction);
    for (int const side : sides) {
      if (neighbour(direction, side) < 0) continue;
      double const* const received = receive(forces, direction, side);
      for_face(direction, side, [&](std::size_t node, std::size_t n) { d_.mass[node] += received[n]; });
    }
  }
  skua::collective::barrier();  // all places have read the buffers: forces may be sent
}

void exchange::sum_forces() {
  std::size_t const face = size_of_face(d_.shape.edge);
  std::size_t const last_plane = d_.shape.node_row(0, d_.shape.edge);
  auto& upper_force = d_.force_above.axis;
  auto& lower_force = d_.force_below.axis;
  for (int direction = 0; direction < 3; ++direction) {
    for (int const side : sides) {
      if (neighbour(direction, side) < 0) continue;
      auto& values = outgoing(direction, side);
      for_face(direction, side, [&](std::size_t node, std::size_t n) {
        for (std::size_t a = 0; a < 3; ++a) values[a * face + n] = upper_force[a][node] + lower_force[a][node];
      });
    }
    send(forces, direction);
    for (int const side : sides) {
      if (neighbour(direction, side) < 0) continue;
      double const* const received = receive(forces, direction, side);
      double const* const own_forces = outgoing(direction, side).data();
      // The sum is stored where the next step writes anyway: there are no elements above the last
      // plane and below the first.
      for_face(direction, side, [&](std::size_t node, std::size_t n) {
        bool const last = node >= last_plane;
        for (std::size_t a = 0; a < 3; ++a) {
          double const sum = own_forces[a * face + n] + received[a * face + n];
          upper_force[a][node] = last ? 0 : sum;
          lower_force[a][node] = last ? sum : 0;
        }
      });
    }
  }
}

void exchange::share_jumps() {
  int const e = d_.shape.edge;
  // The elements of the outermost layer, and the distance to the ghosts beyond it.
  auto const for_layer = [&](int direction, int side, auto&& body) {
    auto& jump = d_.jump[static_cast<std::size_t>(direction)];
    std::size_t n = 0;
    for (int b = 0; b < e; ++b)
      for (int a = 0; a < e; ++a, ++n) {
        int position[3] = {a, b, b};
        position[direction] = side < 0 ? 0 : e - 1;
        if (direction == 0) position[1] = a;
        body(*(jump.row(position[1], position[2]) + position[0]), side * jump.step(), n);
      }
  };
  for (int direction = 0; direction < 3; ++direction) {
    for (int const side : sides) {
      if (neighbour(direction, side) < 0) continue;
      auto& values = outgoing(direction, side);
      for_layer(direction, side, [&](double& edge_jump, std::ptrdiff_t, std::size_t n) { values[n] = edge_jump; });
    }
    send(jumps, direction);
  }
  for (int direction = 0; direction < 3; ++direction)
    for (int const side : sides) {
      if (neighbour(direction, side) < 0) continue;
      double const* const received = receive(jumps, direction, side);
      for_layer(direction, side,
                [&](double& edge_jump, std::ptrdiff_t ghost, std::size_t n) { (&edge_jump)[ghost] = received[n]; });
    }
}

}  // namespace apps::lulesh
