// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a program can tell the simulator of itself (docs/simulator.md). On a real machine these calls do nothing.
#pragma once

#include <cstdint>

namespace skua::sim {

/// Whether the calling task runs at a simulated place.
[[nodiscard]] bool active() noexcept;
/// The calling task has been at work for so many seconds of simulated time (0 and more; less counts as 0). Other places and workers go
/// on meanwhile.
void work(double seconds) noexcept;
/// Seconds of simulated time since an arbitrary moment; on a real machine, of real time.
[[nodiscard]] double now() noexcept;

}  // namespace skua::sim
