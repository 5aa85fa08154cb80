// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The place that serves the caller.
#pragma once

#include <skua/detail/core/fibre.hpp>

namespace skua::sched {

/// The place of the calling task; for an external thread the newest place of the process, or the
/// default one, which the call starts if there is none.
place_front* place_here();

}  // namespace skua::sched
