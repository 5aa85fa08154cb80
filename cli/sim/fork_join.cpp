// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Balanced divide and conquer: each task forks one half for any place, does the other half itself
// and joins. Only leaves have a cost.

#include <CLI/CLI.hpp>
#include <skua/future.hpp>
#include <skua/spawn.hpp>
#include <type_traits>

#include "cost.hpp"
#include "meter.hpp"
#include "workload.hpp"

namespace apps::sim {
namespace {

/// The leaves below a node; nodes are numbered as in a heap.
struct divide {
  std::uint64_t node;
  std::uint64_t depth;
  cost leaf_cost;

  std::uint64_t operator()() const {
    if (depth == 0) {
      work(leaf_cost.of(node));
      return 1;
    }
    auto left = skua::async(skua::any, divide{2 * node, depth - 1, leaf_cost});
    std::uint64_t const right = divide{2 * node + 1, depth - 1, leaf_cost}();
    return left.get() + right;
  }
};

static_assert(std::is_trivially_copyable_v<divide> && sizeof(divide) <= 48);

class fork_join_workload final : public workload {
 public:
  std::string name() const override { return "fork-join"; }
  std::string description() const override { return "balanced binary divide and conquer with futures"; }

  void add_options(CLI::App& command) override {
    command.add_option("--depth", depth_, "levels below the root; default 12")
        ->check(CLI::Range(0, 30))
        ->type_name("N");
    cost_.add_to(command, "a leaf");
  }

  void prepare() override { leaf_cost_ = cost_.read(); }
  counts run() const override { return {{"leaves", divide{1, depth_, leaf_cost_}()}}; }
  counts answer() const override { return {{"leaves", std::uint64_t{1} << depth_}}; }

 private:
  std::uint64_t depth_ = 12;
  cost_options cost_{"--leaf-cost", "1ms"};
  cost leaf_cost_;
};

}  // namespace

std::unique_ptr<workload> make_fork_join() { return std::make_unique<fork_join_workload>(); }

}  // namespace apps::sim
