// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/message_section.hpp"

#include <skua/detail/base/config.hpp>

namespace skua::sched {
namespace {
thread_local int sections = 0;  // of this thread: a handler may handle a message to its own place
}

// Not inlined: the address of a thread's variable must not be kept in a function that may continue
// in another thread.
SKUA_NOINLINE message_section::message_section() noexcept { ++sections; }
SKUA_NOINLINE message_section::~message_section() { --sections; }
SKUA_NOINLINE bool in_message_section() noexcept { return sections != 0; }

}  // namespace skua::sched
