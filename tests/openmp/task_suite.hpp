// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs of task_programs.inc need, and their run by OpenMP, which is compiled apart.
//
//   spawn(f)              task: runs a copy of f
//   wait_for_children(f)  taskwait: calls f and waits for the tasks that f has spawned
//   group(f)              taskgroup: also waits for their descendants dependences(n)
//   depend(in: a, b) depend(inout: x): spawn(x, a, b, f) runs f when the
//                         tasks that wrote a, b and x have ended; none of them may read x
#pragma once

#include <cstddef>
#include <cstdint>

namespace task_suite {

struct program {
  char const* name;
  long (*run)(int);
  int small_size;
  int large_size;
};

inline std::uint32_t mixed_bits(std::uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

/// Whether the tests are compiled with OpenMP.
bool has_openmp();
/// The result of a program, by its number, with OpenMP and so many threads.
long run_with_openmp(int threads, std::size_t number, int size);

}  // namespace task_suite
