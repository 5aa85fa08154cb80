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
/// Six boxes for three numbers at each node of a face, six for one number at each element.
std::size_t size_of_boxes(int edge) { return 6 * (3 + 1) * size_of_face(edge); }

}  // namespace

// A place by itself has nobody to write to it.
post_office::post_office(int edge)
    : boxes(skua::places() == 1 ? 0 : size_of_boxes(edge) * static_cast<std::size_t>(skua::places())) {}

exchange::exchange(domain& d, post_office const& office) : d_(d), office_(office), here_(skua::here()) {
  for (auto& face : out_) face.resize(3 * size_of_face(d.shape.edge));
  static_cast<void>(*office_.mailboxes);  // made before anybody sends to it
  skua::collective::barrier();
}

std::size_t exchange::box_of(kind what, int direction, int side) const {
  return static_cast<std::size_t>((what == forces ? 0 : 6) + 2 * direction + (side > 0));
}

skua::global_ptr<double> exchange::inbox(int place, std::size_t box) const {
  std::size_t const face = size_of_face(d_.shape.edge);
  std::size_t const before = box < 6 ? 3 * box * face : (3 * 6 + (box - 6)) * face;
  return office_.boxes.part(place) + static_cast<std::ptrdiff_t>(before);
}

int exchange::neighbour(int direction, int side) const {
  if (d_.at_mesh_boundary(direction, side)) return -1;
  int const across = d_.where.across;
  int const steps[] = {1, across, across * across};
  return here_ + side * steps[direction];
}

double const* exchange::receive(kind what, int direction, int side) {
  std::size_t const box = box_of(what, direction, side);
  (*office_.mailboxes).of[box].messages.acquire();
  return inbox(here_, box).local();
}

void exchange::send(kind what, int direction) {
  std::size_t const e = d_.shape.e();
  std::size_t const size = what == forces ? 3 * size_of_face(d_.shape.edge) : e * e;
  skua::future<void> sent[2];
  for (int i = 0; i < 2; ++i) {
    int const to = neighbour(direction, sides[i]);
    if (to >= 0)
      sent[i] = skua::copy(outgoing(direction, sides[i]).data(), inbox(to, box_of(what, direction, -sides[i])), size);
  }
  for (int i = 0; i < 2; ++i) {
    int const to = neighbour(direction, sides[i]);
    if (to < 0) continue;
    sent[i].get();
    std::size_t const box = box_of(what, direction, -sides[i]);
    skua::post(skua::on(to), [mailboxes = office_.mailboxes, box] { (*mailboxes).of[box].messages.release(); });
  }
}

/// Calls each(node, n), n counting from 0, for the nodes of a face.
template <class Each>
void exchange::for_face(int direction, int side, Each&& each) const {
  std::size_t const n = d_.shape.n();
  std::size_t const steps[] = {1, n, n * n};
  std::size_t const first = side < 0 ? 0 : (n - 1) * steps[direction];
  std::size_t const inner = direction == 0 ? steps[1] : steps[0];
  std::size_t const outer = direction == 2 ? steps[1] : steps[2];
  std::size_t count = 0;
  for (std::size_t b = 0; b < n; ++b)
    for (std::size_t a = 0; a < n; ++a) each(first + b * outer + a * inner, count++);
}

void exchange::sum_masses() {
  for (int direction = 0; direction < 3; ++direction) {
    for (int const side : sides) {
      auto& out = outgoing(direction, side);
      for_face(direction, side, [&](std::size_t node, std::size_t n) { out[n] = d_.mass[node]; });
    }
    send(forces, direction);
    for (int const side : sides) {
      if (neighbour(direction, side) < 0) continue;
      double const* const in = receive(forces, direction, side);
      for_face(direction, side, [&](std::size_t node, std::size_t n) { d_.mass[node] += in[n]; });
    }
  }
  skua::collective::barrier();  // the boxes are read: forces may come
}

void exchange::sum_forces() {
  std::size_t const face = size_of_face(d_.shape.edge);
  std::size_t const last_plane = d_.shape.node_row(0, d_.shape.edge);
  auto& above = d_.force_above.axis;
  auto& below = d_.force_below.axis;
  for (int direction = 0; direction < 3; ++direction) {
    for (int const side : sides) {
      if (neighbour(direction, side) < 0) continue;
      auto& out = outgoing(direction, side);
      for_face(direction, side, [&](std::size_t node, std::size_t n) {
        for (std::size_t a = 0; a < 3; ++a) out[a * face + n] = above[a][node] + below[a][node];
      });
    }
    send(forces, direction);
    for (int const side : sides) {
      if (neighbour(direction, side) < 0) continue;
      double const* const in = receive(forces, direction, side);
      double const* const own = outgoing(direction, side).data();
      // The whole goes where the next step writes anew: above the last plane, and below the first,
      // there are no elements.
      for_face(direction, side, [&](std::size_t node, std::size_t n) {
        bool const last = node >= last_plane;
        for (std::size_t a = 0; a < 3; ++a) {
          double const whole = own[a * face + n] + in[a * face + n];
          above[a][node] = last ? 0 : whole;
          below[a][node] = last ? whole : 0;
        }
      });
    }
  }
}

void exchange::share_jumps() {
  int const e = d_.shape.edge;
  // The elements of the outermost layer, or the ghosts beyond it.
  auto const for_layer = [&](int direction, int side, auto&& each) {
    auto& jump = d_.jump[static_cast<std::size_t>(direction)];
    std::size_t n = 0;
    for (int b = 0; b < e; ++b)
      for (int a = 0; a < e; ++a, ++n) {
        int at[3] = {a, b, b};
        at[direction] = side < 0 ? 0 : e - 1;
        if (direction == 0) at[1] = a;
        each(*(jump.row(at[1], at[2]) + at[0]), side * jump.step(), n);
      }
  };
  for (int direction = 0; direction < 3; ++direction) {
    for (int const side : sides) {
      if (neighbour(direction, side) < 0) continue;
      auto& out = outgoing(direction, side);
      for_layer(direction, side, [&](double& own, std::ptrdiff_t, std::size_t n) { out[n] = own; });
    }
    send(jumps, direction);
  }
  for (int direction = 0; direction < 3; ++direction)
    for (int const side : sides) {
      if (neighbour(direction, side) < 0) continue;
      double const* const in = receive(jumps, direction, side);
      for_layer(direction, side, [&](double& own, std::ptrdiff_t ghost, std::size_t n) { (&own)[ghost] = in[n]; });
    }
}

}  // namespace apps::lulesh
