// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The loops of kernels.hpp for processors with AVX2.

#pragma once

namespace apps::lulesh {

struct domain;

namespace avx2 {

/// `scratch` has 24 numbers per element of a row.
void find_forces(domain& d, int begin, int end, double* scratch);
void move_nodes(domain& d, double step, int begin, int end);
void find_kinematics(domain& d, double step, int begin, int end);
void find_state(domain& d, int begin, int end);

}  // namespace avx2
}  // namespace apps::lulesh
