// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A bag of independent tasks, all spawned at place 0 for any place. Their costs have a heavy tail
// (a bounded Pareto distribution) or were recorded.

#include <CLI/CLI.hpp>
#include <cmath>
#include <vector>

#include "apps/common/error.hpp"
#include "apps/common/option_checks.hpp"
#include "cost.hpp"
#include "costs_file.hpp"
#include "tasks.hpp"
#include "workload.hpp"

namespace apps::sim {
namespace {

/// P(cost > x) falls as x^-shape from `smallest` on; no cost exceeds `largest`.
struct pareto {
  double smallest;
  double largest;
  double shape;
  std::uint64_t bag;  // selects one of all bags of these parameters

  [[nodiscard]] double of(std::uint64_t task) const noexcept {
    double const tail_at_largest = std::pow(smallest / largest, shape);
    double const u = unit(splitmix::mix64(splitmix::mix64(bag) + task));
    return smallest / std::pow(1 - (1 - u) * (1 - tail_at_largest), 1 / shape);
  }
};

class bag_workload final : public workload {
 public:
  std::string name() const override { return "bag"; }
  std::string description() const override {
    return "a bag of independent tasks with heavy-tailed costs, all spawned at place 0";
  }

  void add_options(CLI::App& command) override {
    auto* const file =
        command.add_option("--costs", file_, "recorded costs instead: the seconds of a task on each line")
            ->type_name("FILE");
    auto const add = [&](char const* name, auto& value, char const* type, char const* help) {
      return command.add_option(name, value, help)->type_name(type)->excludes(file);
    };
    add("--tasks", tasks_, "N", "number of tasks; default 10000")->check(CLI::Range(1, 100'000'000));
    add("--smallest", smallest_, "TIME", "simulated time of the smallest task; default 1ms");
    add("--largest", largest_, "TIME", "of the largest task; default 100ms");
    add("--shape", shape_, "X", "of the Pareto distribution; default 1.5")->check(real_range(0.01, 100.0));
    add("--bag", bag_, "N", "selects one of all bags; default 1")->check(seed_fault);
  }

  void prepare() override {
    if (!file_.empty()) {
      recorded_ = read_costs(file_);
      tasks_ = recorded_.size();
      return;
    }
    costs_ = {seconds_of("--smallest", smallest_), seconds_of("--largest", largest_), shape_, bag_};
    if (costs_.smallest <= 0) throw input_error("--smallest: expected a value above 0, found " + smallest_);
    if (costs_.largest < costs_.smallest) {
      throw input_error("--largest: expected " + smallest_ + " or more, found " + largest_);
    }
  }

  counts run() const override {
    if (!file_.empty()) return run_tasks(tasks_, [&](std::uint64_t i) { return recorded_[i]; });
    return run_tasks(tasks_, [&](std::uint64_t i) { return costs_.of(i); });
  }

  counts answer() const override { return answer_of_tasks(tasks_); }

 private:
  std::uint64_t tasks_ = 10'000;
  std::string smallest_ = "1ms";
  std::string largest_ = "100ms";
  double shape_ = 1.5;
  std::uint64_t bag_ = 1;
  pareto costs_{};
  std::string file_;
  std::vector<double> recorded_;
};

}  // namespace

std::unique_ptr<workload> make_bag() { return std::make_unique<bag_workload>(); }

}  // namespace apps::sim
