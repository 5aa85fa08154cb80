// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `skua pipeline`: three stages for each item, each with the future of the stage before it. A stage
// takes the stated time for each word of its block. Blocks have their size, but of their words only
// the first is used: the number of the item.

#include <CLI/CLI.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "apps/pipeline/stages.hpp"
#include "cost.hpp"
#include "meter.hpp"
#include "workload.hpp"

namespace apps::sim {
namespace {

/// The time for a word, in seconds. Every process sets them before its workers exist.
struct stage_costs {
  double make = 0;
  double stir = 0;  // in one round
  double fold = 0;
} costs_of_pipeline;

struct timed_stages {
  static pipeline::block make(std::uint64_t, std::int64_t item, std::int64_t size) {
    pipeline::block words(static_cast<std::size_t>(size));
    words.front() = static_cast<std::uint64_t>(item) + 1;
    work(static_cast<double>(size) * costs_of_pipeline.make);
    return words;
  }
  static pipeline::block stir(pipeline::block words, int rounds) {
    work(static_cast<double>(words.size()) * rounds * costs_of_pipeline.stir);
    return words;
  }
  static std::uint64_t fold(pipeline::block const& words) {
    work(static_cast<double>(words.size()) * costs_of_pipeline.fold);
    return words.front() * words.size();
  }
};

class pipeline_workload final : public workload {
 public:
  std::string name() const override { return "pipeline"; }
  std::string description() const override {
    return "items pass through three stages, each with the future of the stage before";
  }

  void add_options(CLI::App& command) override {
    command.add_option("--items", settings_.items, "number of items; default 500")
        ->check(CLI::Range(1, 1'000'000))
        ->type_name("N");
    command.add_option("--words", settings_.size, "64-bit words of an item; default 4096")
        ->check(CLI::Range(1, 1 << 20))
        ->type_name("N");
    command.add_option("--rounds", settings_.rounds, "passes of the second stage over its item; default 8")
        ->check(CLI::Range(0, 1000))
        ->type_name("N");
    command
        .add_option("--placement", placement_,
                    "any (an idle place takes a stage), or round-robin (the places in turn); default any")
        ->check(CLI::IsMember({"any", "round-robin"}))
        ->type_name("NAME");
    add_costs(command, costs_);
  }

  void prepare() override { read_costs(costs_); }

  counts run() const override {
    auto const where = placement_ == "any" ? pipeline::placement::any : pipeline::placement::round_robin;
    return {{"items", static_cast<std::uint64_t>(settings_.items)},
            {"checksum", pipeline::run_stages<timed_stages>(settings_, where).answer}};
  }

  counts answer() const override {
    std::uint64_t sum = 0;
    auto const items = static_cast<std::uint64_t>(settings_.items);
    for (std::uint64_t i = 1; i <= items; ++i) sum += i * i * static_cast<std::uint64_t>(settings_.size);
    return {{"items", items}, {"checksum", sum}};
  }

 private:
  pipeline::parameters settings_{.items = 500, .size = 4096, .rounds = 8, .seed = 1};
  std::string placement_ = "any";
  std::array<named_cost, 3> costs_{{
      {"--make-cost", "0.75ns", &costs_of_pipeline.make, "to make a word"},
      {"--stir-cost", "3.5ns", &costs_of_pipeline.stir, "of a word in a round of the second stage"},
      {"--fold-cost", "0.25ns", &costs_of_pipeline.fold, "to fold a word"},
  }};
};

}  // namespace

std::unique_ptr<workload> make_pipeline() { return std::make_unique<pipeline_workload>(); }

}  // namespace apps::sim
