// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Computes for a given time where no simulator adds it: arithmetic that touches no memory.

#pragma once

namespace apps::sim {

/// Measures the speed of this machine for a few milliseconds. Call it before the first compute and
/// before workers exist.
void measure_speed();
/// Computes for about this time if the thread is not interrupted.
void compute(double seconds) noexcept;

}  // namespace apps::sim
