// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that starts MPI, runs tasks twice, finalises MPI and continues. A run after that is
// refused. The exit code is 0 if all of this works.
#include <mpi.h>

#include <cstdio>

#include <skua/skua.hpp>

namespace {

int sum_of_places() {
  int sum = 0;
  for (int p = 0; p < skua::places(); ++p) sum += skua::at(p, [] { return skua::here() + 1; });
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  int level = 0;
  int ranks = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int i = 0; i < 2; ++i) {
    int const sum = skua::run(&sum_of_places);
    if (sum != ranks * (ranks + 1) / 2) {
      std::printf("run %d: the sum of the places is %d\n", i, sum);
      return 1;
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  int const late = skua::run([] { return 0; });
  if (late != 2) std::printf("a run after MPI_Finalize: %d\n", late);
  return late == 2 ? 0 : 1;
}
