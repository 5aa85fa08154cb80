// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the layers above do with their messages, on the thread that polls: declared here, defined there.
#pragma once

#include "transport/transport.hpp"

namespace skua::remote {

class node;

void memory_message(node& at, int from, transport::bytes body);
void collective_message(node& at, int from, transport::bytes body);

}  // namespace skua::remote
