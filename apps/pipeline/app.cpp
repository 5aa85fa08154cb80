// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The application `pipeline`.

#include <CLI/CLI.hpp>

#include "../quicksort/seed_option.hpp"
#include "../skua/applications.hpp"
#include "problem.hpp"

namespace apps {
namespace pipeline {
namespace {

constexpr std::int64_t largest_total = std::int64_t{1} << 40;  // words that pass through the pipeline

class pipeline_application final : public application {
 public:
  std::string name() const override { return "pipeline"; }
  std::string description() const override {
    return "items pass through three stages, each taking the future of the one before";
  }

  void add_options(CLI::App& command) override {
    command.add_option("--items", of_.items, "number of items")
        ->check(CLI::Range(std::int64_t{0}, largest_items))
        ->capture_default_str();
    command.add_option("--size", of_.size, "64-bit words per item")
        ->check(CLI::Range(std::int64_t{1}, largest_size))
        ->capture_default_str();
    command.add_option("--rounds", of_.rounds, "passes of the second stage over its item")
        ->check(CLI::Range(0, 1000))
        ->capture_default_str();
    splitmix::add_seed_option(command, of_.seed);
  }

  void prepare() override {
    if (of_.size > 0 && of_.items > largest_total / of_.size)
      throw input_error("--items: expected at most " + std::to_string(largest_total / of_.size) + " items of " +
                        std::to_string(of_.size) + " words, found " + std::to_string(of_.items));
  }

  void parallel(common_options const&) override { found_ = run_parallel(of_); }
  void sequential() override { twin_ = run_sequential(of_); }
  bool needs_twin() const override { return true; }

  report check() override {
    report made;
    made.answer = "checksum " + std::to_string(found_) + " of " + std::to_string(of_.items) + " items";
    made.result = json_object().add("checksum", found_);
    made.verified = found_ == twin_;
    made.verified_how =
        made.verified ? "against the sequential twin" : "the sequential twin finds " + std::to_string(twin_);
    made.work = static_cast<std::uint64_t>(of_.items);
    made.work_unit = "items";
    return made;
  }

 private:
  parameters of_{.items = 5000, .size = 4096, .rounds = 8, .seed = 1};
  std::uint64_t found_ = 0;
  std::uint64_t twin_ = 0;
};

}  // namespace
}  // namespace pipeline

std::unique_ptr<application> make_pipeline() { return std::make_unique<pipeline::pipeline_application>(); }

}  // namespace apps
