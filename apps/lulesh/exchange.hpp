// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The halo exchange of neighbouring domains: the forces on shared nodes, and the gradients behind
// the faces between them.
//
// Nodes are shared by two, four or eight domains. One direction after the other, both sides of a
// boundary add the value of the other side. Since a + b = b + a, all of them then have the same
// bits, also on edges and at corners, and stay equal.
//
// A place copies its values into the neighbour's receive buffer, in global memory, and announces
// them by a message. A buffer is reused only in the next step: in between, the places agree on the
// length of that step.

#pragma once

#include <array>
#include <skua/memory.hpp>
#include <skua/place_local.hpp>
#include <skua/semaphore.hpp>

#include "boundary.hpp"

namespace apps::lulesh {

/// At each place: counts the arrivals in each of its buffers.
struct halo_arrivals {
  struct counter {
    skua::counting_semaphore<> messages{0};
  };
  std::array<counter, 12> counters;
};

/// Handles that all places share.
struct halo_buffers {
  skua::place_local<halo_arrivals> arrivals;
  skua::shared_array<double> buffers;  ///< one block for each place

  explicit halo_buffers(int edge);
};

class exchange {
 public:
  /// For the domain of the calling place, one of `location.across` cubed; places are numbered as
  /// elements are. All places call this, and then the functions below in the same order.
  exchange(layout const& shape, position_of_domain const& location, boundary& values, halo_buffers const& buffers);

  /// Adds the neighbours' parts to the masses of shared nodes.
  void sum_masses();
  /// Adds the neighbours' parts to the forces on shared nodes.
  void sum_forces() { sum(face_data::forces); }
  /// Fills the ghosts between domains.
  void share_jumps();

 private:
  [[nodiscard]] std::size_t buffer_index(face_data data, int direction, int side) const;
  [[nodiscard]] skua::global_ptr<double> receive_buffer(int place, std::size_t index) const;
  [[nodiscard]] int neighbour(int direction, int side) const;  ///< a place, or -1
  [[nodiscard]] field& outgoing(int direction, int side) {
    return send_buffers_[static_cast<std::size_t>(2 * direction + (side > 0))];
  }
  /// One direction after the other: packs, sends, and merges what comes.
  void sum(face_data data);
  /// Packs the values of both sides and sends them to the neighbours.
  void send(face_data data, int direction);
  /// Waits for the values from the neighbours on both sides, and merges them.
  void receive(face_data data, int direction);

  layout shape_;
  position_of_domain location_;
  boundary& values_;
  halo_buffers buffers_;
  int place_;
  std::array<field, 6> send_buffers_;
};

}  // namespace apps::lulesh
