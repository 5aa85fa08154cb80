// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Check mode: finds tasks that may leave their place and change static objects of the program. At
// another place these are other objects.
#pragma once

#include "core/place.hpp"

namespace skua::remote {

/// Makes the task compare the program's static objects before and after it runs, and report those
/// that differ. With several workers, or with more than max_watched_bytes of static objects, it
/// does nothing: another task may write them at the same time, or the comparison would take too
/// long.
void watch_statics(sched::place const& place, sched::slot& task);
inline constexpr std::size_t max_watched_bytes = std::size_t{1} << 20;

}  // namespace skua::remote
