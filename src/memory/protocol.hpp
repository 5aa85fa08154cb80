// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What places say to one another about global memory: a word of `what`, then the members in their
// order.
//
// Whoever asks gives a number of its own; the answer carries it. A question about many bytes is
// asked in pieces (stream.hpp), so what is under way is bounded, and no answer is larger than a
// piece.
#pragma once

#include <cstddef>
#include <cstdint>

#include <skua/memory/layout.hpp>

namespace skua::memory {

enum class what : std::uint8_t {
  allocate,  ///< reply_to, bytes, alignment, contents -> value (the offset) or failed
  release,   ///< offset
  put,       ///< reply_to, layout, piece, its bytes  -> done or failed
  get,       ///< reply_to, layout, piece             -> data or failed
  forward,   ///< reply_to, layout, piece, place, layout there: a put from here to there, whose answer goes to who asked
  leave,     ///< departure (departures.hpp)
  operate,   ///< reply_to, offset, word_request      -> value or failed
  done,      ///< number, bytes
  data,      ///< number, piece, its bytes
  value,     ///< number, word
  failed,    ///< number, bytes of the piece, a text
};

struct reply_to {
  std::int32_t place;
  std::uint64_t number;
};

/// What new memory holds.
enum class contents : std::uint8_t { any, zeroes };

/// A part of the bytes of a layout, in their order.
struct piece {
  std::uint64_t begin, end;
};

/// Bytes in one message.
inline constexpr std::uint64_t piece_bytes = 65536;

}  // namespace skua::memory
