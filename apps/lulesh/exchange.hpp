// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What neighbouring domains tell each other: the forces on the nodes they share, and the gradients
// behind the faces between them.
//
// Nodes are shared by two, four or eight domains. One direction after the other, both sides of a
// boundary add what the other side has; a + b = b + a, so that afterwards all of them hold the same
// bits, also on edges and at corners, and stay equal.
//
// What is sent is copied into the neighbour's inbox, in global memory, and announced by a message.
// A box is used again in the next step only: the places meet in between, when they agree on how
// long it is.

#pragma once

#include <array>
#include <skua/memory.hpp>
#include <skua/place_local.hpp>
#include <skua/semaphore.hpp>

#include "domain.hpp"

namespace apps::lulesh {

/// Of a place: counts what has come into each box.
struct mailbox {
  struct counter {
    skua::counting_semaphore<> messages{0};
  };
  std::array<counter, 12> of;
};

/// Handles that all places share.
struct post_office {
  skua::place_local<mailbox> mailboxes;
  skua::shared_array<double> boxes;  ///< one block for each place

  explicit post_office(int edge);
};

class exchange {
 public:
  /// The domain of the calling place, one of `d.where.across` cubed; places are numbered as
  /// elements are. All places call this, and then the others in the same order.
  exchange(domain& d, post_office const& office);

  /// Makes the masses of shared nodes whole.
  void sum_masses();
  /// Makes the forces on shared nodes whole.
  void sum_forces();
  /// Fills the ghosts between domains.
  void share_jumps();

 private:
  enum kind { forces, jumps };

  [[nodiscard]] std::size_t box_of(kind what, int direction, int side) const;
  [[nodiscard]] skua::global_ptr<double> inbox(int place, std::size_t box) const;
  [[nodiscard]] int neighbour(int direction, int side) const;  ///< a place, or -1
  [[nodiscard]] field& outgoing(int direction, int side) {
    return out_[static_cast<std::size_t>(2 * direction + (side > 0))];
  }
  /// Waits for what the neighbour sent.
  [[nodiscard]] double const* receive(kind what, int direction, int side);
  /// Sends what lies in outgoing() to the neighbours on both sides.
  void send(kind what, int direction);
  template <class Each>
  void for_face(int direction, int side, Each&& each) const;

  domain& d_;
  post_office office_;
  int here_;
  std::array<field, 6> out_;
};

}  // namespace apps::lulesh
