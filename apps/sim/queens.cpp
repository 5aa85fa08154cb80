// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// N-queens: one task per placement in the upper rows, for any place; a task below them searches its part and costs so much per node of it.

#include <CLI/CLI.hpp>
#include <skua/finish.hpp>
#include <skua/place_local.hpp>
#include <skua/reducer.hpp>
#include <skua/spawn.hpp>
#include <type_traits>

#include "../queens/problem.hpp"
#include "cost.hpp"
#include "meter.hpp"
#include "workload.hpp"

namespace apps::sim {
namespace {

using queens::board;

struct shared_search {
  double node_cost;
  std::int64_t last_task_row;  ///< rows without a queen at the cutoff
  skua::sum<std::uint64_t> solutions;
  skua::sum<std::uint64_t> nodes;
};

/// One placement. 32 bytes, trivially copyable: it fits into a task's slot, and travels as it is.
struct place_queen {
  board here;
  std::int64_t rows_left;
  skua::place_local<shared_search> all;

  void operator()() const {
    auto const& s = *all;
    if (rows_left <= s.last_task_row || rows_left == 0) {
      queens::tally const found = queens::search_sequential(here, static_cast<int>(rows_left));
      work(s.node_cost * static_cast<double>(found.nodes));
      s.nodes += found.nodes;
      s.solutions += found.solutions;
      return;
    }
    work(s.node_cost);
    s.nodes += 1;
    queens::for_each_square(here.safe(), [&](std::uint32_t square) {
      skua::spawn(skua::any, place_queen{here.with(square), rows_left - 1, all});
    });
  }
};

static_assert(std::is_trivially_copyable_v<place_queen> && sizeof(place_queen) <= 48);

class queens_workload final : public workload {
 public:
  std::string name() const override { return "queens"; }
  std::string description() const override {
    return "n queens: all solutions, one task per placement in the upper rows";
  }

  void add_options(CLI::App& command) override {
    command.add_option("--size", size_, "of the board; default 10")->check(CLI::Range(1, 14))->type_name("N");
    command.add_option("--cutoff", cutoff_, "rows whose placements are tasks of their own; default half of them")
        ->check(CLI::Range(0, 14))
        ->type_name("ROWS");
    command.add_option("--node-cost", node_cost_, "simulated time of a node; default 100us")->type_name("TIME");
  }

  void prepare() override {
    seconds_ = seconds_of("--node-cost", node_cost_);
    if (cutoff_ < 0) cutoff_ = queens::default_cutoff(size_);
  }

  counts run() const override {
    shared_search const all{seconds_, size_ - cutoff_, {}, {}};
    skua::place_local<shared_search> const shared(all);
    skua::finish([&] { skua::spawn(skua::any, place_queen{board::empty(size_), size_, shared}); });
    return {{"solutions", all.solutions.get()}, {"nodes", all.nodes.get()}};
  }

  counts answer() const override {
    auto const n = static_cast<std::size_t>(size_);
    return {{"solutions", queens::known_solutions[n]}, {"nodes", queens::known_nodes[n]}};
  }

 private:
  int size_ = 10;
  int cutoff_ = -1;
  std::string node_cost_ = "100us";
  double seconds_ = 0;
};

}  // namespace

std::unique_ptr<workload> make_queens() { return std::make_unique<queens_workload>(); }

}  // namespace apps::sim
