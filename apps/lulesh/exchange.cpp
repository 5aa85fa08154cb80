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

exchange::exchange(layout const& shape, position_of_domain const& location, boundary& values,
                   halo_buffers const& buffers)
    : shape_(shape), location_(location), values_(values), buffers_(buffers), place_(skua::here()) {
  for (auto& face : send_buffers_) face.resize(3 * size_of_face(shape.edge));
  static_cast<void>(*buffers_.arrivals);  // created before any neighbour signals it
  skua::collective::barrier();
}

std::size_t exchange::buffer_index(face_data data, int direction, int side) const {
  return static_cast<std::size_t>((data == face_data::jumps ? 6 : 0) + 2 * direction + (side > 0));
}

skua::global_ptr<double> exchange::receive_buffer(int place, std::size_t index) const {
  std::size_t const face = size_of_face(shape_.edge);
  std::size_t const offset = index < 6 ? 3 * index * face : (3 * 6 + (index - 6)) * face;
  return buffers_.buffers.part(place) + static_cast<std::ptrdiff_t>(offset);
}

int exchange::neighbour(int direction, int side) const {
  if (location_.at_mesh_boundary(direction, side)) return -1;
  int const across = location_.across;
  int const steps[] = {1, across, across * across};
  return place_ + side * steps[direction];
}

void exchange::send(face_data data, int direction) {
  std::size_t const e = shape_.e();
  std::size_t const size = data == face_data::jumps ? e * e : 3 * size_of_face(shape_.edge);
  for (int const side : sides) {
    if (neighbour(direction, side) >= 0) values_.pack(data, direction, side, outgoing(direction, side).data());
  }
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

void exchange::receive(face_data data, int direction) {
  for (int const side : sides) {
    if (neighbour(direction, side) < 0) continue;
    std::size_t const index = buffer_index(data, direction, side);
    (*buffers_.arrivals).counters[index].messages.acquire();
    values_.merge(data, direction, side, receive_buffer(place_, index).local(), outgoing(direction, side).data());
  }
}

void exchange::sum(face_data data) {
  for (int direction = 0; direction < 3; ++direction) {
    send(data, direction);
    receive(data, direction);
  }
}

void exchange::sum_masses() {
  sum(face_data::masses);
  skua::collective::barrier();  // all places have read the buffers: forces may be sent
}

void exchange::share_jumps() {
  for (int direction = 0; direction < 3; ++direction) send(face_data::jumps, direction);
  for (int direction = 0; direction < 3; ++direction) receive(face_data::jumps, direction);
}

}  // namespace apps::lulesh
