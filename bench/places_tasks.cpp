// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// places/tasks: Task Bench (support/task_grid.hpp) with one place of two workers and two places
// of one, beside MPI. A task sends its value to each task that needs it; the last value starts it.
#include <skua/skua.hpp>

#include <atomic>
#include <memory>
#include <string>

#include "support/case.hpp"
#include "support/mpi_peers.hpp"
#include "support/places.hpp"
#include "support/task_grid.hpp"

namespace bench {
namespace {

constexpr int processors = 2;

/// Of one run of the grid, while it is efficient.
double run_seconds() { return size(20e-3, 0.2e-3); }

/// What a place keeps of a run.
struct board {
  struct cell {
    std::atomic<std::uint64_t> sum{0};
    std::atomic<int> missing{0};  // inputs
  };
  explicit board(grid::pattern shape) : plan(shape), cells(grid::most_steps * grid::width) {}

  grid::plan plan;
  std::vector<cell> cells;
  int steps = 0;
  std::int64_t rounds = 0;
  std::atomic<std::uint64_t> result{0};  // sum of the last step's values here
};
std::unique_ptr<board> own_board;  // of this process, which is one place

int owner(int point) { return grid::owner_of(point, skua::places()); }

void arrive(int step, int point, std::uint64_t value);

void run_task(int step, int point) {
  board& own = *own_board;
  std::size_t const index = grid::plan::index(step, point);
  // relaxed: the last arrival has acquired the others
  std::uint64_t const sum = own.cells[index].sum.load(std::memory_order_relaxed);
  std::uint64_t const value = grid::work(grid::value_of(step, point, sum), own.rounds);
  if (step + 1 == own.steps) return (void)own.result.fetch_add(value, std::memory_order_relaxed);
  for (int const next : own.plan.outputs[index]) {
    if (owner(next) == skua::here()) {
      arrive(step + 1, next, value);
    } else {
      skua::spawn(skua::on(owner(next)), arrive, step + 1, next, value);
    }
  }
}

void arrive(int step, int point, std::uint64_t value) {
  board::cell& cell = own_board->cells[grid::plan::index(step, point)];
  cell.sum.fetch_add(value, std::memory_order_relaxed);  // relaxed: ordered by the count
  if (cell.missing.fetch_sub(1, std::memory_order_acq_rel) == 1) skua::spawn(run_task, step, point);
}

void prepare(int steps, std::int64_t rounds) {
  board& own = *own_board;
  own.steps = steps;
  own.rounds = rounds;
  own.result = 0;
  for (std::size_t i = 0; i < grid::plan::index(steps, 0); ++i) {
    own.cells[i].sum = 0;
    own.cells[i].missing = static_cast<int>(own.plan.inputs[i].size());
  }
}

/// Starts the tasks of this place that need no value.
void start_here() {
  board const& own = *own_board;
  for (int step = 0; step < own.steps; ++step) {
    for (int point = 0; point < grid::width; ++point) {
      bool const needs_none = own.plan.inputs[grid::plan::index(step, point)].empty();
      if (needs_none && owner(point) == skua::here()) skua::spawn(run_task, step, point);
    }
  }
}

double seconds_of_grid(int steps, std::int64_t rounds) {
  for (int p = 0; p < skua::places(); ++p) skua::at(p, prepare, steps, rounds);
  double const seconds = wall_seconds([] {
    skua::finish([] {
      for (int p = 0; p < skua::places(); ++p) skua::spawn(skua::on(p), start_here);
    });
  });
  std::uint64_t sum = 0;
  for (int p = 0; p < skua::places(); ++p) sum += skua::at(p, [] { return own_board->result.load(); });
  require(sum == grid::answer(own_board->plan, steps), "the grid has other values");
  return seconds;
}

/// METG(50 %) in microseconds.
double smallest_length_us(grid::pattern shape, int places_used) {
  skua::options options = places(places_used);
  options.workers = processors / places_used;
  double const round = grid::seconds_of_round();
  skua::runtime job{options};
  return job.run([=] {
    for (int p = 0; p < skua::places(); ++p) skua::at(p, [shape] { own_board = std::make_unique<board>(shape); });
    return grid::smallest_length_us(processors, round, run_seconds(), seconds_of_grid);
  });
}

figures tasks(grid::pattern shape) {
  figures f;
  f["one_place_us"] = smallest_length_us(shape, 1);
  f["two_places_us"] = smallest_length_us(shape, 2);
  for (mpi const& m : mpis) {
    std::vector<std::string> const arguments{std::to_string(static_cast<int>(shape)), std::to_string(run_seconds())};
    for (auto const& [name, value] : figures_of_mpi(m, "skua-tasks", arguments)) f[std::string(m.name) + "_us"] = value;
  }
  f[time_figure] = 1e-6 * f["two_places_us"];
  return f;
}

}  // namespace

void add_places_tasks(suite& registry) {
  for (std::size_t i = 0; i < std::size(grid::pattern_names); ++i) {
    add_places_case(registry, "places/tasks/" + std::string(grid::pattern_names[i]),
                    [i] { return tasks(static_cast<grid::pattern>(i)); });
  }
}

}  // namespace bench
