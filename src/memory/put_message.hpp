// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds the message that puts a piece.
#pragma once

#include <skua/wire/wire.hpp>

#include "memory/cursor.hpp"
#include "memory/protocol.hpp"

namespace skua::memory {

/// Reads the piece from the layout `from`. Its first row is at address `first`.
inline wire::writer put_message(reply_to const& reply, layout const& to, layout const& from, std::byte* first,
                                piece const& piece) {
  wire::writer message;
  message.put(message_kind::put);
  message.put(reply);
  message.put(to);
  message.put(piece);
  pack(message, from, first, piece);
  return message;
}

}  // namespace skua::memory
