// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The messages between places about global memory: a message kind, then the listed fields in order.
//
// The requesting place numbers its requests; the reply carries the number. A request for many bytes
// is sent in pieces (rma_requests.hpp). So the bytes in flight are bounded, and no reply is larger
// than a piece.
#pragma once

#include <cstddef>
#include <cstdint>

#include <skua/detail/memory/layout.hpp>

namespace skua::memory {

enum class message_kind : std::uint8_t {
  allocate,  ///< reply_to, bytes, alignment, contents -> value (an offset) or failed
  release,   ///< offset
  put,       ///< reply_to, layout, piece, its bytes  -> done or failed
  get,       ///< reply_to, layout, piece             -> data or failed
  forward,   ///< reply_to, layout, piece, target place, target layout: the receiver puts to the target, which replies
  release_reference,  ///< collective_release (release_counter.hpp)
  operate,            ///< reply_to, offset, word_request      -> value or failed
  done,               ///< number, bytes
  data,               ///< number, piece, its bytes
  value,              ///< number, word
  failed,             ///< number, bytes of the piece, a text
};

struct reply_to {
  std::int32_t place;
  std::uint64_t number;
};

/// The contents of new memory.
enum class contents : std::uint8_t { any, zeroes };

/// A part of a layout's bytes, counted in their order.
struct piece {
  std::uint64_t begin, end;
};

/// Most bytes of a piece.
inline constexpr std::uint64_t piece_bytes = 65536;

}  // namespace skua::memory
