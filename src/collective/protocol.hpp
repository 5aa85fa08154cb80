// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What members of a collective operation say to one another: a head, and for some the bytes behind
// it.
#pragma once

#include <cstdint>

namespace skua::collective {

enum class saying : std::uint16_t {
  piece,  ///< part of a parcel: its bytes follow, `count` is the size of the whole
  taken,  ///< `count` pieces of this operation were taken so far
  ended,  ///< nothing but how far the sender is
  box,    ///< `count` is where in the sender's global memory the receiver may put letters (letter_box.hpp)
  look,   ///< nothing: there are letters
  left,   ///< the sender has left this operation, which cannot end any more: the exception follows
};

struct message_head {
  std::uint64_t set;      ///< names the set of places: of_members (groups.hpp)
  std::uint64_t round;    ///< which of the set's operations, from 1
  std::uint64_t through;  ///< all up to this one have ended at the sender
  std::uint64_t count;
  std::uint32_t rank;     ///< the sender's in the set
  std::uint16_t members;  ///< how many the set has
  saying what;
};
static_assert(sizeof(message_head) == 40);

}  // namespace skua::collective
