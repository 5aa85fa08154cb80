// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Fine remote spawns: chains of tasks, each of which costs next to nothing and spawns the next one
// at another place, drawn at random.

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
  cost each;
  std::uint64_t hops;
  skua::sum<std::uint64_t> tasks;
};

/// Where a task spawns the next: anywhere but here, or here if that is all there is.
int next_place(std::uint64_t random) {
  int const others = skua::places() - 1;
  if (others == 0) return 0;
  int const drawn = static_cast<int>(random % static_cast<std::uint64_t>(others));
  return drawn < skua::here() ? drawn : drawn + 1;
}

struct hop {
  std::uint64_t chain;
  std::uint64_t number;
  skua::place_local<journey> all;

  void operator()() const {
    std::uint64_t const random = mixed(mixed(chain) + number);
    work(all->each.of(random));
    all->tasks += 1;
    if (number + 1 < all->hops) skua::spawn(skua::on(next_place(random)), hop{chain, number + 1, all});
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
    command.add_option("--chains", chains_, "how many at the same time; default 256")
        ->check(CLI::Range(1, 100'000'000))
        ->type_name("N");
    command.add_option("--hops", hops_, "tasks of a chain; default 100")
        ->check(CLI::Range(1, 100'000'000))
        ->type_name("N");
    cost_.add_to(command, "a task");
  }

  void prepare() override { each_ = cost_.read(); }

  counts run() const override {
    journey const all{each_, hops_, {}};
    skua::place_local<journey> const shared(all);
    skua::finish([&] {
      for (std::uint64_t i = 0; i < chains_; ++i) skua::spawn(skua::on(next_place(mixed(i))), hop{i, 0, shared});
    });
    return {{"tasks", all.tasks.get()}};
  }

  counts answer() const override { return {{"tasks", chains_ * hops_}}; }

 private:
  std::uint64_t chains_ = 256;
  std::uint64_t hops_ = 100;
  cost_options cost_{"--task-cost", "1us"};
  cost each_;
};

}  // namespace

std::unique_ptr<workload> make_remote() { return std::make_unique<remote_workload>(); }

}  // namespace apps::sim
