// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// N-queens: one task per placement in the upper rows, for any place. A task below them searches its
// part and costs a fixed time per node of that part.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <skua/finish.hpp>
#include <skua/place_local.hpp>
#include <skua/reducer.hpp>
#include <skua/spawn.hpp>
#include <type_traits>
#include <unordered_map>

#include "apps/queens/problem.hpp"
#include "cost.hpp"
#include "meter.hpp"
#include "workload.hpp"

namespace apps::sim {
namespace {

using queens::board;

/// Counts below boards that were searched already. Large boards take longer to search than to
/// simulate, a run has the same boards as the run before, and each board has a mirror image.
class board_cache {
 public:
  queens::tally const& search(board const& from, int rows_left) {
    auto const key = std::min(key_of(from), key_of(mirrored(from)));
    auto const [entry, is_new] = cache_.try_emplace(key);
    if (is_new) entry->second = queens::search_sequential(from, rows_left);
    return entry->second;
  }

 private:
  // Three words of at most 21 bits; the bits of diagonals that have left the board are dropped.
  static std::uint64_t key_of(board const& b) {
    return std::uint64_t{b.columns} << 42 | std::uint64_t{b.left & b.full_row} << 21 | (b.right & b.full_row);
  }
  static board mirrored(board const& b) {
    auto const mirror = [&](std::uint32_t from) {
      std::uint32_t to = 0;
      for (std::uint32_t columns = b.full_row; columns != 0; columns >>= 1, from >>= 1) to = to << 1 | (from & 1);
      return to;
    };
    return {b.full_row, mirror(b.columns), mirror(b.right), mirror(b.left)};
  }

  std::unordered_map<std::uint64_t, queens::tally> cache_;
};

board_cache* shared_cache = nullptr;  // shared by all simulated places: they are in this process, which is one thread

/// At real places every board is searched.
queens::tally count_below(board const& position, int rows_left) {
  return metered() ? shared_cache->search(position, rows_left) : queens::search_sequential(position, rows_left);
}

struct shared_search {
  double node_cost;
  std::int64_t last_task_row;  ///< rows without a queen at the cutoff
  skua::sum<std::uint64_t> solutions;
  skua::sum<std::uint64_t> nodes;
};

/// One placement. 40 bytes, trivially copyable: it fits into a task's slot and is sent without
/// encoding.
struct place_queen {
  board position;
  std::int64_t rows_left;
  skua::place_local<shared_search> shared;
  double path;

  void operator()() const {
    auto const& s = *shared;
    double path_now = path;
    if (rows_left <= s.last_task_row || rows_left == 0) {
      queens::tally const counted = count_below(position, static_cast<int>(rows_left));
      work(s.node_cost * static_cast<double>(counted.nodes), path_now);
      s.nodes += counted.nodes;
      s.solutions += counted.solutions;
      return;
    }
    work(s.node_cost, path_now);
    s.nodes += 1;
    queens::for_each_square(position.safe(), [&](std::uint32_t square) {
      skua::spawn(skua::any, place_queen{position.with(square), rows_left - 1, shared, path_now});
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
    command.add_option("--size", size_, "size of the board; default 10")
        ->check(CLI::Range(1, queens::largest_board - 1))
        ->type_name("N");
    command.add_option("--cutoff", cutoff_, "upper rows in which each placement is a task; default half of them")
        ->check(CLI::Range(0, queens::largest_board))
        ->type_name("ROWS");
    command.add_option("--node-cost", node_cost_, "simulated time of a node; default 100us")->type_name("TIME");
  }

  void prepare() override {
    seconds_ = seconds_of("--node-cost", node_cost_);
    if (cutoff_ < 0) cutoff_ = queens::default_cutoff(size_);
  }

  counts run() const override {
    shared_search const state{seconds_, size_ - cutoff_, {}, {}};
    shared_cache = &cache_;
    skua::place_local<shared_search> const shared(state);
    skua::finish([&] { skua::spawn(skua::any, place_queen{board::empty(size_), size_, shared, 0}); });
    return known_counts({state.solutions.get(), state.nodes.get()});
  }

  counts answer() const override {
    auto const n = static_cast<std::size_t>(size_);
    return known_counts({queens::known_solutions[n], n < queens::known_nodes.size() ? queens::known_nodes[n] : 0});
  }

 private:
  /// Leaves out the nodes of large boards: their number was not published.
  counts known_counts(queens::tally const& counted) const {
    counts result{{"solutions", counted.solutions}};
    if (static_cast<std::size_t>(size_) < queens::known_nodes.size()) result.emplace_back("nodes", counted.nodes);
    return result;
  }

  int size_ = 10;
  int cutoff_ = -1;
  std::string node_cost_ = "100us";
  double seconds_ = 0;
  mutable board_cache cache_;
};

}  // namespace

std::unique_ptr<workload> make_queens() { return std::make_unique<queens_workload>(); }

}  // namespace apps::sim
