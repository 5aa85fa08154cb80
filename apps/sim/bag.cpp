// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A bag of independent tasks whose costs have a heavy tail (a bounded Pareto distribution), all spawned at place 0 for any place.

#include <CLI/CLI.hpp>
#include <cmath>
#include <skua/finish.hpp>
#include <skua/place_local.hpp>
#include <skua/reducer.hpp>
#include <skua/spawn.hpp>
#include <type_traits>

#include "../skua/error.hpp"
#include "cost.hpp"
#include "meter.hpp"
#include "workload.hpp"

namespace apps::sim {
namespace {

/// P(cost > x) falls as x^-shape from the smallest on, and nothing is larger than the largest.
struct pareto {
  double smallest;
  double largest;
  double shape;
  std::uint64_t bag;  // which of all such bags

  [[nodiscard]] double of(std::uint64_t task) const noexcept {
    double const beyond = std::pow(smallest / largest, shape);
    double const u = unit(mixed(mixed(bag) + task));
    return smallest / std::pow(1 - (1 - u) * (1 - beyond), 1 / shape);
  }
};

struct contents {
  pareto costs;
  skua::sum<std::uint64_t> tasks;
  skua::sum<std::uint64_t> numbers;
};

struct task {
  std::uint64_t number;
  skua::place_local<contents> all;

  void operator()() const {
    work(all->costs.of(number));
    all->tasks += 1;
    all->numbers += number;
  }
};

static_assert(std::is_trivially_copyable_v<task> && sizeof(task) <= 48);

class bag_workload final : public workload {
 public:
  std::string name() const override { return "bag"; }
  std::string description() const override {
    return "a bag of independent tasks with heavy-tailed costs, all spawned at place 0";
  }

  void add_options(CLI::App& command) override {
    command.add_option("--tasks", tasks_, "how many; default 10000")->check(CLI::Range(1, 100'000'000))->type_name("N");
    command.add_option("--smallest", smallest_, "simulated time of the smallest task; default 1ms")->type_name("TIME");
    command.add_option("--largest", largest_, "and the most that one takes; default 100ms")->type_name("TIME");
    command.add_option("--shape", shape_, "of the Pareto distribution; default 1.5")
        ->check(CLI::Range(0.01, 100.0))
        ->type_name("X");
    command.add_option("--bag", bag_, "which of all such bags; default 1")->type_name("N");
  }

  void prepare() override {
    costs_ = {seconds_of("--smallest", smallest_), seconds_of("--largest", largest_), shape_, bag_};
    if (costs_.smallest <= 0) throw input_error("--smallest: expected more than nothing, found " + smallest_);
    if (costs_.largest < costs_.smallest) {
      throw input_error("--largest: expected " + smallest_ + " or more, found " + largest_);
    }
  }

  counts run() const override {
    contents const all{costs_, {}, {}};
    skua::place_local<contents> const shared(all);
    skua::finish([&] {
      for (std::uint64_t i = 0; i < tasks_; ++i) skua::spawn(skua::any, task{i, shared});
    });
    return {{"tasks", all.tasks.get()}, {"sum_of_numbers", all.numbers.get()}};
  }

  counts answer() const override { return {{"tasks", tasks_}, {"sum_of_numbers", tasks_ * (tasks_ - 1) / 2}}; }

 private:
  std::uint64_t tasks_ = 10'000;
  std::string smallest_ = "1ms";
  std::string largest_ = "100ms";
  double shape_ = 1.5;
  std::uint64_t bag_ = 1;
  pareto costs_{};
};

}  // namespace

std::unique_ptr<workload> make_bag() { return std::make_unique<bag_workload>(); }

}  // namespace apps::sim
