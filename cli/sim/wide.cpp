// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Programs that show what it costs that many workers share one place: tasks of a fraction of a
// microsecond in the forms that fork-join programs have.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>
#include <skua/finish.hpp>
#include <skua/for_async.hpp>
#include <skua/reducer.hpp>
#include <skua/spawn.hpp>

#include "cost.hpp"
#include "meter.hpp"
#include "workload.hpp"

namespace apps::sim {
namespace {

/// What a task does.
struct load {
  double seconds;
  skua::sum<std::uint64_t>* done;

  void operator()() const {
    work(seconds);
    *done += 1;
  }
};

/// A binary tree: each inner node spawns one half of its tasks and does the other half.
void run_tree(std::uint64_t tasks, load const& task) {
  task();
  if (tasks < 2) return;
  std::uint64_t const half = (tasks - 1) / 2;
  skua::finish([&] {
    if (half > 0) skua::spawn([half, &task] { run_tree(half, task); });
    run_tree(tasks - 1 - half, task);
  });
}

/// One scope of 64 tasks after the other.
void run_scopes(std::uint64_t rounds, load const& task) {
  for (std::uint64_t round = 0; round < rounds; ++round) {
    skua::finish([&] {
      for (int i = 0; i < 64; ++i) skua::spawn(task);
    });
  }
}

/// One task spawns all others.
void run_producer(std::uint64_t tasks, load const& task) {
  for (std::uint64_t i = 0; i < tasks; ++i) skua::spawn(task);
}

/// Scopes of one task: there is work for one worker.
void run_alone(std::uint64_t tasks, load const& task) {
  for (std::uint64_t i = 0; i < tasks; ++i) skua::finish([&] { skua::spawn(task); });
}

/// A loop of 64 iterations in each iteration of such a loop, one nest after the other.
void run_loops(std::uint64_t rounds, load const& task) {
  for (std::uint64_t round = 0; round < rounds; ++round) {
    skua::finish([&] {
      skua::for_async(skua::range(0, 64), [&task](std::int64_t) {
        skua::finish([&] { skua::for_async(skua::range(0, 64), [&task](std::int64_t) { task(); }); });
      });
    });
  }
}

/// Sixteen levels of a graph, one after the other: each is twice as large as the one before until
/// the middle, then half as large.
void run_levels(std::uint64_t rounds, load const& task) {
  for (int level = 0; level < 16; ++level) {
    std::uint64_t const size = rounds << (level < 8 ? level : 15 - level);
    skua::finish([&] { skua::for_async(skua::range(std::uint64_t{0}, size), [&task](std::int64_t) { task(); }); });
  }
}

struct form {
  std::string name;
  void (*run)(std::uint64_t rounds, load const& task);
  std::uint64_t tasks;  // of a round
};
form const forms[] = {{"tree", run_tree, 1},   {"scopes", run_scopes, 64}, {"producer", run_producer, 1},
                      {"alone", run_alone, 1}, {"loops", run_loops, 4096}, {"levels", run_levels, 510}};

class wide_workload final : public workload {
 public:
  std::string name() const override { return "wide"; }
  std::string description() const override { return "small tasks in the usual forms, for many workers of one place"; }

  void add_options(CLI::App& command) override {
    std::vector<std::string> names;
    for (form const& entry : forms) names.push_back(entry.name);
    command.add_option("--form", form_, "default tree")->check(CLI::IsMember(names));
    command.add_option("--tasks", tasks_, "at least so many; default 100000")
        ->check(CLI::Range(1, 100'000'000))
        ->type_name("N");
    command.add_option("--task-cost", cost_, "simulated time of a task; default 300ns")->type_name("TIME");
  }
  void prepare() override { seconds_ = seconds_of("--task-cost", cost_); }
  counts run() const override {
    skua::sum<std::uint64_t> done;
    load const task{seconds_, &done};
    skua::finish([&] { chosen().run(rounds(), task); });
    return {{"tasks", done.get()}};
  }
  counts answer() const override { return {{"tasks", rounds() * chosen().tasks}}; }

 private:
  form const& chosen() const {
    return *std::find_if(std::begin(forms), std::end(forms), [this](form const& entry) { return entry.name == form_; });
  }
  std::uint64_t rounds() const { return (tasks_ + chosen().tasks - 1) / chosen().tasks; }

  std::string form_ = "tree";
  std::uint64_t tasks_ = 100'000;
  std::string cost_ = "300ns";
  double seconds_ = 0;
};

}  // namespace

std::unique_ptr<workload> make_wide() { return std::make_unique<wide_workload>(); }

}  // namespace apps::sim
