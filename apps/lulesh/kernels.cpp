// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The loops for any processor, two numbers at a time, and the choice of the faster variant.

#include "kernels.hpp"

#include "forces.hpp"
#include "kinematics.hpp"
#include "state_equation.hpp"

namespace apps::lulesh {
namespace {

using two = double __attribute__((vector_size(16)));

#if defined(__x86_64__)
bool const has_avx2 = __builtin_cpu_supports("avx2") != 0;
#define SKUA_LULESH_WIDER(call) \
  if (has_avx2) return avx2::call
#else
#define SKUA_LULESH_WIDER(call)
#endif

}  // namespace

void find_forces(domain& d, int begin, int end) {
  field scratch(24 * d.shape.e());
  SKUA_LULESH_WIDER(find_forces(d, begin, end, scratch.data()));
  find_forces<two>(d, begin, end, scratch.data());
}
void move_nodes(domain& d, double step, int begin, int end) {
  SKUA_LULESH_WIDER(move_nodes(d, step, begin, end));
  move_nodes<two>(d, step, begin, end);
}
void find_kinematics(domain& d, double step, int begin, int end) {
  SKUA_LULESH_WIDER(find_kinematics(d, step, begin, end));
  find_kinematics<two>(d, step, begin, end);
}
void find_state(domain& d, int begin, int end) {
  SKUA_LULESH_WIDER(find_state(d, begin, end));
  find_state<two>(d, begin, end);
}

}  // namespace apps::lulesh
