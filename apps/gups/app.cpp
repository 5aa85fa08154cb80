// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `skua gups`: options, and the check of the table.

#include <CLI/CLI.hpp>
#include <map>
#include <optional>

#include "../common/app.hpp"
#include "../common/text.hpp"
#include "problem.hpp"

namespace apps::gups {
namespace {

std::map<std::string, update_method> const update_methods{{"atomics", update_method::atomics},
                                                          {"tasks", update_method::tasks}};

class gups_application final : public application {
 public:
  std::string name() const override { return "gups"; }
  std::string description() const override {
    return "RandomAccess: updates of random words of a table over all places";
  }
  bool any_place() const override { return true; }

  void add_options(CLI::App& command) override {
    command
        .add_option("-n,--scale", parameters_.scale,
                    "the table has 2^N words of 64 bits (the benchmark: half of the memory)")
        ->check(CLI::Range(smallest_scale, largest_scale))
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--by", method_, "atomics, or tasks at the words' places")
        ->check(CLI::IsMember(update_methods))
        ->capture_default_str();
    command
        .add_option("--look-ahead", parameters_.look_ahead,
                    "updates of a place that may be known before they are done; the benchmark allows 1024")
        ->check(CLI::Range(std::size_t{1}, max_look_ahead))
        ->capture_default_str();
  }

  void prepare() override { parameters_.method = update_methods.at(method_); }
  void parallel(common_options const& options) override { answer_ = update_parallel(parameters_, options); }
  void sequential() override { twin_ = update_sequential(parameters_); }
  std::optional<double> timed_parallel() const override { return answer_.seconds; }
  std::optional<double> timed_sequential() const override { return twin_->seconds; }

  report check() override {
    double const gups = 1e-9 * static_cast<double>(parameters_.updates()) / answer_.seconds;
    report summary;
    summary.answer = grouped(parameters_.updates()) + " updates of " + grouped(parameters_.words()) + " words, " +
                     decimals(gups, 4) + " GUP/s";
    summary.result = json_object()
                         .add("words", parameters_.words())
                         .add("updates", parameters_.updates())
                         .add("hash", answer_.hash)
                         .add("errors", answer_.errors)
                         .add("gups", gups);
    summary.work = parameters_.updates();
    summary.work_unit = "updates";
    summary.stats.add("by", method_).add("look_ahead", parameters_.look_ahead);
    summary.verified = answer_.errors == 0 && (!twin_ || twin_->hash == answer_.hash);
    if (answer_.errors != 0) {
      summary.verified_how = grouped(answer_.errors) + " words are wrong after the same updates once more";
    } else if (!summary.verified) {
      summary.verified_how = "the sequential program makes another table";
    } else {
      summary.verified_how = "the same updates once more, in order, bring back the first table";
      if (twin_) summary.verified_how += "; the same table as the sequential program's";
    }
    return summary;
  }

 private:
  parameters parameters_;
  std::string method_ = "atomics";
  answer answer_;
  std::optional<answer> twin_;
};

registration<gups_application> const list_entry(120);

}  // namespace
}  // namespace apps::gups
