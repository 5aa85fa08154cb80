// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Task Bench written for MPI (see support/task_grid.hpp), beside places/tasks: each rank has its
// part of the points, and in each step receives what they need, computes, and sends what others
// need. Prints "metg_us". The command line has the number of the pattern and the seconds of a run.
#include <mpi.h>

#include <cstdio>
#include <cstdlib>

#include "support/task_grid.hpp"

namespace {

namespace grid = bench::grid;

int own_rank = 0, ranks = 1;

int owner(int point) { return grid::owner_of(point, ranks); }

double seconds_of_grid(grid::plan const& plan, int steps, std::int64_t rounds) {
  std::vector<std::uint64_t> values(grid::width), before(grid::width);
  std::vector<std::uint64_t> sent(static_cast<std::size_t>(steps) * grid::width);
  std::vector<MPI_Request> receipts, sends;
  MPI_Barrier(MPI_COMM_WORLD);
  double const seconds = bench::wall_seconds([&] {
    for (int step = 0; step < steps; ++step) {
      std::swap(before, values);
      receipts.clear();
      for (int point = 0; point < grid::width && step > 0; ++point) {
        if (owner(point) == own_rank) continue;
        bool is_needed = false;
        for (int const next : plan.outputs[grid::plan::index(step - 1, point)])
          is_needed = is_needed || owner(next) == own_rank;
        if (!is_needed) continue;
        MPI_Irecv(&before[static_cast<std::size_t>(point)], 1, MPI_UINT64_T, owner(point), point, MPI_COMM_WORLD,
                  &receipts.emplace_back());
      }
      MPI_Waitall(static_cast<int>(receipts.size()), receipts.data(), MPI_STATUSES_IGNORE);
      for (int point = 0; point < grid::width; ++point) {
        if (owner(point) != own_rank) continue;
        std::size_t const index = grid::plan::index(step, point);
        std::uint64_t sum = 0;
        for (int const input : plan.inputs[index]) sum += before[static_cast<std::size_t>(input)];
        std::uint64_t const value = grid::work(grid::value_of(step, point, sum), rounds);
        values[static_cast<std::size_t>(point)] = sent[index] = value;
        if (step + 1 == steps) continue;
        std::vector<bool> has(static_cast<std::size_t>(ranks));
        for (int const next : plan.outputs[index]) {
          int const to = owner(next);
          if (to == own_rank || has[static_cast<std::size_t>(to)]) continue;
          has[static_cast<std::size_t>(to)] = true;
          MPI_Isend(&sent[index], 1, MPI_UINT64_T, to, point, MPI_COMM_WORLD, &sends.emplace_back());
        }
      }
    }
    MPI_Waitall(static_cast<int>(sends.size()), sends.data(), MPI_STATUSES_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
  });
  std::uint64_t sum = 0, total = 0;
  for (int point = 0; point < grid::width; ++point)
    if (owner(point) == own_rank) sum += values[static_cast<std::size_t>(point)];
  MPI_Allreduce(&sum, &total, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  if (total != grid::answer(plan, steps)) {
    std::fputs("mpi_task_grid: a wrong result\n", stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  // All ranks take the same decisions.
  double longest = 0;
  MPI_Allreduce(&seconds, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return longest;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &own_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  grid::plan const plan(static_cast<grid::pattern>(argc > 1 ? std::atoi(argv[1]) : 0));
  double round = grid::seconds_of_round();
  MPI_Bcast(&round, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  double const run_seconds = argc > 2 ? std::atof(argv[2]) : 20e-3;
  double const length = grid::smallest_length_us(
      ranks, round, run_seconds, [&](int steps, std::int64_t rounds) { return seconds_of_grid(plan, steps, rounds); });
  if (own_rank == 0) std::printf("metg_us %.3f\n", length);
  MPI_Finalize();
}
