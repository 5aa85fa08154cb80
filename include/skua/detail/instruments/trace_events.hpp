// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events that upper layers put into the trace of the calling task's place, if it writes one.
#pragma once

#include <skua/detail/base/config.hpp>

namespace skua::sched {

/// A search has found a better solution.
SKUA_COLD void note_incumbent(double value) noexcept;

}  // namespace skua::sched
