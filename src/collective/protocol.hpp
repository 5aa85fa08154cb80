// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The transport messages between the members of a collective operation: a head, followed by a body
// for some kinds.
#pragma once

#include <cstdint>

namespace skua::collective {

enum class message_kind : std::uint16_t {
  piece,         ///< a piece of a message: its bytes follow, `count` is the size of the whole message
  acknowledged,  ///< an acknowledgement: `count` pieces of this operation were taken so far
  ended,         ///< only reports `completed_through`
  box,   ///< the receiver may write into a fast box (fast_box.hpp) at offset `count` of the sender's global memory
  look,  ///< no content: the receiver's fast box has entries
  left,  ///< the sender has left this operation, so it cannot complete: the exception follows
};

struct message_head {
  std::uint64_t set;                ///< identifies the set of places: name_of (groups.hpp)
  std::uint64_t round;              ///< number of the operation in the set, from 1
  std::uint64_t completed_through;  ///< all rounds up to this one have ended at the sender
  std::uint64_t count;              ///< meaning by `kind`
  std::uint32_t rank;               ///< the sender's rank in the set
  std::uint16_t members;            ///< number of members of the set
  message_kind kind;
};
static_assert(sizeof(message_head) == 40);

}  // namespace skua::collective
