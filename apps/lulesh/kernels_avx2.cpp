// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The loops for processors with AVX2: four numbers at a time. No code of this file may run on
// others, so every function that the kernels call is either always inlined or declared before this
// target.

#include "kernels.hpp"

#if defined(__x86_64__)

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

// Must precede the kernels: a function that is inlined into a function for a wider target must be
// compiled for that target.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif

#include "forces.hpp"
#include "kinematics.hpp"
#include "state_equation.hpp"

namespace apps::lulesh::avx2 {
namespace {

using four = double __attribute__((vector_size(32)));

}  // namespace

void find_forces(domain& d, int begin, int end, double* scratch) { lulesh::find_forces<four>(d, begin, end, scratch); }
void move_nodes(domain& d, double step, int begin, int end) { lulesh::move_nodes<four>(d, step, begin, end); }
void find_kinematics(domain& d, double step, int begin, int end) { lulesh::find_kinematics<four>(d, step, begin, end); }
void find_state(domain& d, int begin, int end) { lulesh::find_state<four>(d, begin, end); }

}  // namespace apps::lulesh::avx2

#if defined(__clang__)
#pragma clang attribute pop
#endif

#endif
