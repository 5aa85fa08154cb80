// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// N-queens: one task per placement in the upper rows, for any place; a task below them searches its
// part and costs so much per node of it.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <skua/finish.hpp>
#include <skua/place_local.hpp>
#include <skua/reducer.hpp>
#include <skua/spawn.hpp>
#include <type_traits>
#include <unordered_map>

#include "../queens/problem.hpp"
#include "cost.hpp"
#include "meter.hpp"
#include "workload.hpp"

namespace apps::sim {
namespace {

using queens::board;

/// What is below boards that were searched already: large boards take longer to search than to
/// simulate, and a run has the same boards as the one before, each of them with its mirror image.
class known_boards {
 public:
  queens::tally const& search(board const& from, int rows_left) {
    auto const key = std::min(key_of(from), key_of(mirrored(from)));
    auto const [at, fresh] = known_.try_emplace(key);
    if (fresh) at->second = queens::search_sequential(from, rows_left);
    return at->second;
  }

 private:
  // Three words of at most 21 bits: diagonals that have left the board attack nothing.
  static std::uint64_t key_of(board const& b) {
    return std::uint64_t{b.columns} << 42 | std::uint64_t{b.left & b.all} << 21 | (b.right & b.all);
  }
  static board mirrored(board const& b) {
    auto const turned = [&](std::uint32_t from) {
      std::uint32_t to = 0;
      for (std::uint32_t all = b.all; all != 0; all >>= 1, from >>= 1) to = to << 1 | (from & 1);
      return to;
    };
    return {b.all, turned(b.columns), turned(b.right), turned(b.left)};
  }

  std::unordered_map<std::uint64_t, queens::tally> known_;
};

known_boards* known = nullptr;  // of all simulated places: they are in this process, which is one thread

/// At real places everything is searched.
queens::tally what_is_below(board const& here, int rows_left) {
  return metered() ? known->search(here, rows_left) : queens::search_sequential(here, rows_left);
}

struct shared_search {
  double node_cost;
  std::int64_t last_task_row;  ///< rows without a queen at the cutoff
  skua::sum<std::uint64_t> solutions;
  skua::sum<std::uint64_t> nodes;
};

/// One placement. 40 bytes, trivially copyable: it fits into a task's slot, and travels as it is.
struct place_queen {
  board here;
  std::int64_t rows_left;
  skua::place_local<shared_search> all;
  double path;

  void operator()() const {
    auto const& s = *all;
    double until_now = path;
    if (rows_left <= s.last_task_row || rows_left == 0) {
      queens::tally const found = what_is_below(here, static_cast<int>(rows_left));
      work(s.node_cost * static_cast<double>(found.nodes), until_now);
      s.nodes += found.nodes;
      s.solutions += found.solutions;
      return;
    }
    work(s.node_cost, until_now);
    s.nodes += 1;
    queens::for_each_square(here.safe(), [&](std::uint32_t square) {
      skua::spawn(skua::any, place_queen{here.with(square), rows_left - 1, all, until_now});
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
    command.add_option("--size", size_, "of the board; default 10")
        ->check(CLI::Range(1, queens::largest_board - 1))
        ->type_name("N");
    command.add_option("--cutoff", cutoff_, "rows whose placements are tasks of their own; default half of them")
        ->check(CLI::Range(0, queens::largest_board))
        ->type_name("ROWS");
    command.add_option("--node-cost", node_cost_, "simulated time of a node; default 100us")->type_name("TIME");
  }

  void prepare() override {
    seconds_ = seconds_of("--node-cost", node_cost_);
    if (cutoff_ < 0) cutoff_ = queens::default_cutoff(size_);
  }

  counts run() const override {
    shared_search const all{seconds_, size_ - cutoff_, {}, {}};
    known = &known_;
    skua::place_local<shared_search> const shared(all);
    skua::finish([&] { skua::spawn(skua::any, place_queen{board::empty(size_), size_, shared, 0}); });
    return what_is_known({all.solutions.get(), all.nodes.get()});
  }

  counts answer() const override {
    auto const n = static_cast<std::size_t>(size_);
    return what_is_known({queens::known_solutions[n], n < queens::known_nodes.size() ? queens::known_nodes[n] : 0});
  }

 private:
  /// How many nodes large boards have was not published.
  counts what_is_known(queens::tally const& found) const {
    counts result{{"solutions", found.solutions}};
    if (static_cast<std::size_t>(size_) < queens::known_nodes.size()) result.emplace_back("nodes", found.nodes);
    return result;
  }

  int size_ = 10;
  int cutoff_ = -1;
  std::string node_cost_ = "100us";
  double seconds_ = 0;
  mutable known_boards known_;
};

}  // namespace

std::unique_ptr<workload> make_queens() { return std::make_unique<queens_workload>(); }

}  // namespace apps::sim
