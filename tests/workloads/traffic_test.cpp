// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The workloads of `skua sim` that are applications: with all costs 0 the simulation is that of the
// application itself, in which computing takes no time: as many messages and bytes, at the same
// moments. Requests to steal, which depend on the time of every message, are among them.
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <skua/sim.hpp>
#include <skua/skua.hpp>

#include "lu/problem.hpp"
#include "lu/tiles.hpp"
#include "lulesh/problem.hpp"
#include "pipeline/problem.hpp"
#include "quicksort/problem.hpp"
#include "sim/meter.hpp"
#include "sim/workload.hpp"

namespace {

/// The counts of a whole simulated run.
struct traffic {
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  double seconds = 0;

  friend bool operator==(traffic const&, traffic const&) = default;
  friend std::ostream& operator<<(std::ostream& to, traffic const& t) {
    return to << t.messages << " messages, " << t.bytes << " bytes, " << t.seconds << " s";
  }
};

template <class F>
traffic traffic_of(int places, std::uint64_t seed, F const& body) {
  skua::options o;
  o.sim = "places=" + std::to_string(places) + ",workers=2,jitter=1,seed=" + std::to_string(seed);
  skua::runtime program{o};
  return program.run([&] {
    double const start = skua::sim::now();
    body();
    skua::sim::summary const s = skua::sim::summarise();
    return traffic{s.messages, s.bytes, skua::sim::now() - start};
  });
}

/// Runs the workload; its result must be the known one.
traffic traffic_of_workload(int places, std::uint64_t seed, std::unique_ptr<apps::sim::workload> const& program,
                            std::string const& options) {
  CLI::App command;
  program->add_options(command);
  command.parse(options);
  program->prepare();
  program->check_places(places);
  return traffic_of(places, seed, [&] {
    apps::sim::meter const metered_run(places, 2);
    EXPECT_EQ(program->run(), program->answer());
  });
}

/// Compares for some seeds. `costs`: all options for costs.
template <class F>
void expect_equal(int places, std::unique_ptr<apps::sim::workload> (*make)(), std::string const& options,
                  std::vector<std::string> const& costs, F const& application) {
  std::string free_options = options;
  std::string timed_options = options;
  for (auto const& name : costs) {
    free_options += " --" + name + "-cost 0ns";
    timed_options += " --" + name + "-cost 1us";
  }
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE(testing::Message() << options << ", " << places << " places, seed " << seed);
    traffic const expected = traffic_of(places, seed, application);
    EXPECT_EQ(traffic_of_workload(places, seed, make(), free_options), expected);
    EXPECT_GT(expected.messages, 0u);
    traffic const timed = traffic_of_workload(places, seed, make(), timed_options);
    EXPECT_GT(timed.seconds, 2 * expected.seconds) << "costs take time";
  }
}

std::vector<std::string> const costs_of_lulesh{"force", "motion", "kinematics", "state", "value"};
std::vector<std::string> const costs_of_lu{"factorise", "solve", "product"};
std::vector<std::string> const costs_of_quicksort{"partition", "sort"};
std::vector<std::string> const costs_of_pipeline{"make", "stir", "fold"};

TEST(workload_traffic, lulesh) {
  using namespace apps::lulesh;
  expect_equal(8, &apps::sim::make_lulesh, "--size 4 --iterations 6", costs_of_lulesh,
               [] { EXPECT_EQ(solve_parallel({4, 6}).iterations, 6); });
  expect_equal(27, &apps::sim::make_lulesh, "--size 3 --iterations 4", costs_of_lulesh,
               [] { EXPECT_EQ(solve_parallel({3, 4}).iterations, 4); });
}

TEST(workload_traffic, lu_by_block_columns) {
  using namespace apps::lu;
  matrix_shape const shape(96, 12);
  for (int const places : {3, 8}) {
    expect_equal(places, &apps::sim::make_lu, "--n 96 --tile 12", costs_of_lu,
                 [&] { EXPECT_EQ(factorise_parallel(plain_blas(), shape, nullptr, 1).jobs, expected_jobs(8)); });
    expect_equal(places, &apps::sim::make_lu, "--n 96 --tile 12 --gather", costs_of_lu, [&] {
      factors matrix(shape);
      EXPECT_EQ(factorise_parallel(plain_blas(), shape, &matrix, 1).jobs, expected_jobs(8));
    });
  }
}

TEST(workload_traffic, lu_by_tiles) {
  using namespace apps::lu;
  tile_grid const grid(96, 12);
  for (int const places : {3, 8}) {
    expect_equal(places, &apps::sim::make_lu, "--n 96 --tile 12 --tiled", costs_of_lu, [&] {
      EXPECT_EQ(factorise_tiles_parallel(plain_blas(), grid, nullptr, 1).kernels, expected_kernels(8));
    });
    expect_equal(places, &apps::sim::make_lu, "--n 96 --tile 12 --tiled --gather", costs_of_lu, [&] {
      tiled_factors matrix(grid);
      EXPECT_EQ(factorise_tiles_parallel(plain_blas(), grid, &matrix, 1).kernels, expected_kernels(8));
    });
  }
}

TEST(workload_traffic, quicksort) {
  using namespace apps::quicksort;
  constexpr std::size_t keys = 30'000;
  auto const input = generate_all<std::uint64_t>(keys, 42);
  expect_equal(3, &apps::sim::make_quicksort, "--keys 30000 --cutoff 256 --local 1024", costs_of_quicksort, [&] {
    auto numbers = input;
    (void)sort_anywhere(std::span(numbers), 256, 1024);
  });
  expect_equal(3, &apps::sim::make_quicksort, "--keys 30000 --cutoff 256 --local 1024 --form futures",
               costs_of_quicksort, [&] { (void)sort_by_value(input, 256, 1024); });
}

TEST(workload_traffic, pipeline) {
  using namespace apps::pipeline;
  parameters const settings{.items = 30, .size = 100, .rounds = 8, .seed = 1};
  expect_equal(4, &apps::sim::make_pipeline, "--items 30 --words 100", costs_of_pipeline,
               [&] { (void)run_parallel(settings, placement::any); });
  expect_equal(4, &apps::sim::make_pipeline, "--items 30 --words 100 --placement round-robin", costs_of_pipeline,
               [&] { (void)run_parallel(settings, placement::round_robin); });
}

}  // namespace
