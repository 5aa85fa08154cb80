// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statistics of any place, not only the caller's.
#pragma once

#include <skua/stats.hpp>

namespace skua::sched {

statistics statistics_of(place& place);

/// Measures the time of each worker from now on.
void start_timing(place& place) noexcept;

}  // namespace skua::sched
