// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What costs so many seconds on this machine, where no simulator adds them: arithmetic that touches
// no memory.

#pragma once

namespace apps::sim {

/// Measures how fast this machine is, a few milliseconds long; before the first compute, and before
/// there are workers.
void measure_speed();
/// Computes for about so long, undisturbed.
void compute(double seconds) noexcept;

}  // namespace apps::sim
