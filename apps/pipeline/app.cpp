// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The application `pipeline`.

#include <CLI/CLI.hpp>
#include <skua/progress.hpp>

#include "../common/app.hpp"
#include "problem.hpp"

namespace apps::pipeline {
namespace {

constexpr std::int64_t largest_total = std::int64_t{1} << 40;  // words that pass through the pipeline

class pipeline_application final : public application {
 public:
  std::string name() const override { return "pipeline"; }
  std::string description() const override {
    return "items pass through three stages, each taking the future of the one before";
  }
  bool any_place() const override { return true; }

  void add_options(CLI::App& command) override {
    command.add_option("--items", parameters_.items, "number of items")
        ->check(CLI::Range(std::int64_t{0}, largest_items))
        ->capture_default_str();
    command.add_option("--size", parameters_.size, "64-bit words per item")
        ->check(CLI::Range(std::int64_t{1}, largest_size))
        ->capture_default_str();
    command.add_option("--rounds", parameters_.rounds, "passes of the second stage over its item")
        ->check(CLI::Range(0, 1000))
        ->capture_default_str();
    command
        .add_option("--placement", placement_,
                    "with several places, where a stage runs: any (an idle place takes it) or round-robin")
        ->check(CLI::IsMember({"any", "round-robin"}))
        ->capture_default_str();
    add_seed_option(command, parameters_.seed);
  }

  void prepare() override {
    if (parameters_.size > 0 && parameters_.items > largest_total / parameters_.size)
      throw input_error("--items: expected at most " + std::to_string(largest_total / parameters_.size) + " items of " +
                        std::to_string(parameters_.size) + " words, found " + std::to_string(parameters_.items));
  }

  void parallel(common_options const& options) override {
    skua::progress const live("pipeline", options.progress("items", static_cast<std::uint64_t>(parameters_.items)));
    result_ = run_parallel(parameters_, placement_ == "any" ? placement::any : placement::round_robin, live.counter());
  }
  void sequential() override { twin_ = run_sequential(parameters_); }
  bool needs_twin() const override { return true; }

  report check() override {
    report summary;
    summary.answer =
        "checksum " + std::to_string(result_.answer) + " of " + std::to_string(parameters_.items) + " items";
    summary.result = json_object().add("checksum", result_.answer);
    summary.verified = result_.answer == twin_;
    summary.verified_how =
        summary.verified ? "against the sequential twin" : "the sequential twin finds " + std::to_string(twin_);
    summary.work = static_cast<std::uint64_t>(parameters_.items);
    summary.work_unit = "items";
    summary.stats.add("placement", placement_).add("remote_jobs", result_.remote_jobs);
    return summary;
  }

 private:
  parameters parameters_{.items = 5000, .size = 4096, .rounds = 8, .seed = 1};
  std::string placement_ = "any";
  parallel_result result_;
  std::uint64_t twin_ = 0;
};

registration<pipeline_application> const list_entry(180);

}  // namespace
}  // namespace apps::pipeline
