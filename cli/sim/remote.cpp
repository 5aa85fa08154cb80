// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Fine remote spawns: chains of tasks. Each task costs next to nothing and spawns the next one at a
// random other place.

#include <CLI/CLI.hpp>
#include <skua/finish.hpp>
#include <skua/place.hpp>
#include <skua/place_local.hpp>
#include <skua/reducer.hpp>
#include <skua/spawn.hpp>
#include <type_traits>

#include "cost.hpp"
#include "meter.hpp"
#include "workload.hpp"

namespace apps::sim {
namespace {

struct journey {
  cost hop_cost;
  std::uint64_t hops;
  skua::sum<std::uint64_t> tasks;
};

/// The place at which a task spawns the next one: at any other place, or here if there is no other.
int next_place(std::uint64_t random) {
  int const other_places = skua::places() - 1;
  if (other_places == 0) return 0;
  int const choice = static_cast<int>(random % static_cast<std::uint64_t>(other_places));
  return choice < skua::here() ? choice : choice + 1;
}

struct hop {
  std::uint64_t chain;
  std::uint64_t number;
  skua::place_local<journey> shared;

  void operator()() const {
    std::uint64_t const random = splitmix::mix64(splitmix::mix64(chain) + number);
    work(shared->hop_cost.of(random));
    shared->tasks += 1;
    if (number + 1 < shared->hops) skua::spawn(skua::on(next_place(random)), hop{chain, number + 1, shared});
  }
};

static_assert(std::is_trivially_copyable_v<hop> && sizeof(hop) <= 48);

class remote_workload final : public workload {
 public:
  std::string name() const override { return "remote"; }
  std::string description() const override {
    return "fine remote spawns: chains of tiny tasks, each spawns the next at another place";
  }

  void add_options(CLI::App& command) override {
    command.add_option("--chains", chains_, "number of chains at the same time; default 256")
        ->check(CLI::Range(1, 100'000'000))
        ->type_name("N");
    command.add_option("--hops", hops_, "tasks of a chain; default 100")
        ->check(CLI::Range(1, 100'000'000))
        ->type_name("N");
    cost_.add_to(command, "a task");
  }

  void prepare() override { hop_cost_ = cost_.read(); }

  counts run() const override {
    journey const journey_state{hop_cost_, hops_, {}};
    skua::place_local<journey> const shared(journey_state);
    skua::finish([&] {
      for (std::uint64_t i = 0; i < chains_; ++i)
        skua::spawn(skua::on(next_place(splitmix::mix64(i))), hop{i, 0, shared});
    });
    return {{"tasks", journey_state.tasks.get()}};
  }

  counts answer() const override { return {{"tasks", chains_ * hops_}}; }

 private:
  std::uint64_t chains_ = 256;
  std::uint64_t hops_ = 100;
  cost_options cost_{"--task-cost", "1us"};
  cost hop_cost_;
};

}  // namespace

std::unique_ptr<workload> make_remote() { return std::make_unique<remote_workload>(); }

}  // namespace apps::sim
