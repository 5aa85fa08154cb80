// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages about global memory from other places.
#pragma once

#include "remote/node.hpp"
#include "transport/transport.hpp"

namespace skua::memory {

/// upper_layers::memory_message.
void on_message(remote::node& at, int from, transport::bytes body);

}  // namespace skua::memory
