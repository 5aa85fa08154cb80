// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `skua samplesort`: options, and the check of the result.

#include <CLI/CLI.hpp>
#include <map>
#include <optional>
#include <skua/place.hpp>

#include "../common/app.hpp"
#include "../common/text.hpp"
#include "problem.hpp"

namespace apps::samplesort {
namespace {

std::map<std::string, shape> const shapes{{"uniform", shape::uniform}, {"skewed", shape::skewed},
                                          {"few", shape::few},         {"equal", shape::equal},
                                          {"sorted", shape::sorted},   {"reversed", shape::reversed}};

class samplesort_application final : public application {
 public:
  std::string name() const override { return "samplesort"; }
  std::string description() const override { return "sorts keys that lie at all places, as many at each"; }
  bool any_place() const override { return true; }

  void add_options(CLI::App& command) override {
    command.add_option("--keys", parameters_.keys, "keys at each place (the paper's number: 50331648)")
        ->check(CLI::Range(std::size_t{1}, largest_part))
        ->capture_default_str();
    command.add_option("--distribution", distribution_, "uniform, skewed, few, equal, sorted or reversed")
        ->check(CLI::IsMember(shapes))
        ->capture_default_str();
    add_seed_option(command, parameters_.seed);
  }

  void prepare() override { parameters_.distribution = shapes.at(distribution_); }
  void parallel(common_options const& options) override {
    parameters_.places = static_cast<std::size_t>(skua::places());
    answer_ = sort_parallel(parameters_, options);
  }
  void sequential() override { twin_ = sort_sequential(parameters_); }
  std::optional<double> timed_parallel() const override { return answer_.seconds; }
  std::optional<double> timed_sequential() const override { return twin_->seconds(); }

  report check() override {
    report summary;
    summary.answer = grouped(parameters_.total()) + " keys sorted";
    summary.result = json_object()
                         .add("keys", parameters_.total())
                         .add("hash", answer_.after.unordered)
                         .add("weighted_hash", answer_.after.weighted);
    summary.work = parameters_.total();
    summary.work_unit = "keys";
    if (twin_) {
      summary.stats.add("std_sort_seconds", twin_->std_sort).add("radix_sort_seconds", twin_->radix_sort);
      summary.notes.push_back("sequential: std::sort " + duration(twin_->std_sort) + ", radix sort " +
                              duration(twin_->radix_sort));
    }
    summary.verified_how = fault();
    summary.verified = summary.verified_how.empty();
    if (summary.verified) {
      summary.verified_how = twin_ ? "in order at and between all places, key for key as the sequential programs"
                                   : "in order at and between all places, the same keys as before";
    }
    return summary;
  }

 private:
  /// The first error; empty if there is none.
  std::string fault() const {
    if (!answer_.in_order) return "the keys are not in order";
    if (answer_.after.count != parameters_.total()) {
      return "expected " + std::to_string(parameters_.total()) + " keys, found " + std::to_string(answer_.after.count);
    }
    if (answer_.after.unordered != answer_.before.unordered) return "the keys are not those of the input";
    if (twin_ && !(twin_->after == answer_.after)) return "the sequential programs give another order";
    return {};
  }

  parameters parameters_{.keys = 4 * 1024 * 1024};
  std::string distribution_ = "uniform";
  answer answer_;
  std::optional<baseline> twin_;
};

registration<samplesort_application> const list_entry(110);

}  // namespace
}  // namespace apps::samplesort
