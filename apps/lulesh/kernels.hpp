// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The loops of a time step, each over planes [begin, end) of a domain. The caller (tasks, threads
// or a plain loop) may divide the planes in any way, and waits for all of them before the next
// loop. Results do not depend on the division.

#pragma once

#include "domain.hpp"

namespace apps::lulesh {

/// 1. Forces of the elements on their nodes.
void find_forces(domain& d, int begin, int end);
/// 2. Motion of the nodes; there is one more plane of nodes than of elements.
void move_nodes(domain& d, double step, int begin, int end);
/// 3. Volumes of the elements and gradients in them.
void find_kinematics(domain& d, double step, int begin, int end);
/// 4. Viscosity, which reads the gradients of neighbours; state of the material; limits of the next
/// step.
void find_state(domain& d, int begin, int end);

/// The kernels for processors with AVX2: the functions above call them. `scratch` has 24 numbers
/// per element of a row.
namespace avx2 {

void find_forces(domain& d, int begin, int end, double* scratch);
void move_nodes(domain& d, double step, int begin, int end);
void find_kinematics(domain& d, double step, int begin, int end);
void find_state(domain& d, int begin, int end);

}  // namespace avx2
}  // namespace apps::lulesh
