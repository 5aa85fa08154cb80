// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `skua bale`: options, and the rates of a kernel's two styles and of the loop of threads.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>
#include <optional>
#include <skua/finish.hpp>
#include <skua/progress.hpp>

#include "../common/app.hpp"
#include "../common/text.hpp"
#include "kernels.hpp"

namespace apps::bale {

namespace {

/// The quickest round; wrong elements of all rounds count.
struct fastest {
  outcome best;
  void add(outcome const& round) {
    std::uint64_t const errors = best.errors + round.errors;
    if (best.operations == 0 || round.seconds < best.seconds) best = round;
    best.errors = errors;
  }
  /// Operations in a second.
  [[nodiscard]] double rate() const { return static_cast<double>(best.operations) / best.seconds; }
};

class bale_application final : public application {
 public:
  std::string name() const override { return "bale"; }
  std::string description() const override {
    return "six irregular kernels: one operation a message, and small tasks that share messages";
  }
  bool any_place() const override { return true; }

  void add_options(CLI::App& command) override {
    std::vector<std::string> names;
    for (auto const& entry : kernels()) names.emplace_back(entry.name);
    command.add_option("KERNEL", kernel_name_, "the kernel")->required()->check(CLI::IsMember(names));
    command.add_option("-n,--size", parameters_.size, "words of the table, or rows of the matrix")
        ->check(CLI::Range(std::uint64_t{1}, largest_size))
        ->capture_default_str();
    command
        .add_option("--density", parameters_.density,
                    "operations for each word of a table, or entries of a row, on average")
        ->check(CLI::Range(std::uint64_t{1}, largest_density))
        ->capture_default_str();
    command.add_option("--rounds", rounds_, "runs of each style; the fastest counts")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000}))
        ->capture_default_str();
    add_seed_option(command, parameters_.seed);
  }

  void parallel(common_options const& options) override {
    skua::progress const live("bale", options.progress("rounds", rounds_));
    threads_ = skua::workers() * skua::places();
    for (std::uint64_t round = 0; round < rounds_; ++round) {
      // The arrays of a run end with its scope.
      skua::finish([&] { direct_.add(chosen().run(parameters_, style::direct)); });
      skua::finish([&] { aggregated_.add(chosen().run(parameters_, style::aggregated)); });
      ++live;
    }
  }
  void sequential() override {
    loop_.emplace();
    for (std::uint64_t round = 0; round < rounds_; ++round) loop_->add(chosen().run_threads(parameters_, threads_));
  }
  std::optional<double> timed_parallel() const override { return aggregated_.best.seconds; }
  std::optional<double> timed_sequential() const override { return loop_->best.seconds; }

  report check() override {
    constexpr double not_measured = std::numeric_limits<double>::quiet_NaN();
    std::string const unit(chosen().unit);
    report summary;
    summary.answer = grouped(direct_.best.operations) + " " + unit;
    if (direct_.best.value != 0) summary.answer += ", result " + grouped(direct_.best.value);
    table rates({{"direct", "direct", 2}, {"aggregated", "aggregated", 2}, {"threads", "threads", 2}});
    rates.add_row({direct_.rate() / 1e6, aggregated_.rate() / 1e6, loop_ ? loop_->rate() / 1e6 : not_measured});
    summary.table = "million " + unit + " in a second:\n" + rates.text();
    std::uint64_t const errors =
        direct_.best.errors + aggregated_.best.errors + (loop_ ? loop_->best.errors : std::uint64_t{0});
    summary.result = json_object()
                         .add("operations", direct_.best.operations)
                         .add("errors", errors)
                         .add("value", direct_.best.value)
                         .add("direct_per_second", direct_.rate())
                         .add("aggregated_per_second", aggregated_.rate());
    if (loop_) summary.result.add("threads_per_second", loop_->rate());
    summary.verified = errors == 0;
    summary.verified_how =
        errors == 0 ? "each result by a sequential check of its elements" : grouped(errors) + " wrong elements";
    summary.work = direct_.best.operations;
    summary.work_unit = unit;
    summary.speed_up = false;  // the twin has as many threads as the places have workers
    return summary;
  }

 private:
  [[nodiscard]] kernel const& chosen() const {
    return *std::ranges::find(kernels(), std::string_view(kernel_name_), &kernel::name);
  }

  std::string kernel_name_;
  parameters parameters_;
  std::uint64_t rounds_ = 3;
  int threads_ = 1;
  fastest direct_;
  fastest aggregated_;
  std::optional<fastest> loop_;
};

registration<bale_application> const list_entry(125);

}  // namespace
}  // namespace apps::bale
