// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The head of a message that puts a piece; its bytes follow.
#pragma once

#include <skua/wire/wire.hpp>

#include "memory/protocol.hpp"

namespace skua::memory {

inline void put_into(wire::writer& message, reply_to const& reply, layout const& to, piece const& p) {
  message.put(what::put);
  message.put(reply);
  message.put(to);
  message.put(p);
}

}  // namespace skua::memory
