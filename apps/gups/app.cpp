// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `skua gups`: options, and the check of the table.

#include <CLI/CLI.hpp>
#include <map>
#include <optional>

#include "../skua/applications.hpp"
#include "../skua/text.hpp"
#include "problem.hpp"

namespace apps {
namespace gups {
namespace {

std::map<std::string, way> const ways{{"atomics", way::atomics}, {"tasks", way::tasks}};

class gups_application final : public application {
 public:
  std::string name() const override { return "gups"; }
  std::string description() const override {
    return "RandomAccess: updates of random words of a table over all places";
  }
  bool any_place() const override { return true; }

  void add_options(CLI::App& command) override {
    command
        .add_option("-n,--scale", what_.scale, "the table has 2^N words of 64 bits (the benchmark: half of the memory)")
        ->check(CLI::Range(smallest_scale, largest_scale))
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--by", by_, "atomics, or tasks at the words' places")
        ->check(CLI::IsMember(ways))
        ->capture_default_str();
    command
        .add_option("--look-ahead", what_.ahead,
                    "updates of a place that may be known before they are done; the benchmark allows 1024")
        ->check(CLI::Range(std::size_t{1}, most_ahead))
        ->capture_default_str();
  }

  void prepare() override { what_.by = ways.at(by_); }
  void parallel(common_options const&) override { found_ = update_parallel(what_); }
  void sequential() override { twin_ = update_sequential(what_); }
  std::optional<double> timed_parallel() const override { return found_.seconds; }
  std::optional<double> timed_sequential() const override { return twin_->seconds; }

  report check() override {
    double const gups = 1e-9 * static_cast<double>(what_.updates()) / found_.seconds;
    report made;
    made.answer =
        grouped(what_.updates()) + " updates of " + grouped(what_.words()) + " words, " + decimals(gups, 4) + " GUP/s";
    made.result = json_object()
                      .add("words", what_.words())
                      .add("updates", what_.updates())
                      .add("hash", found_.hash)
                      .add("errors", found_.errors)
                      .add("gups", gups);
    made.work = what_.updates();
    made.work_unit = "updates";
    made.stats.add("by", by_).add("look_ahead", what_.ahead);
    made.verified = found_.errors == 0 && (!twin_ || twin_->hash == found_.hash);
    if (found_.errors != 0) {
      made.verified_how = grouped(found_.errors) + " words are wrong after the same updates once more";
    } else if (!made.verified) {
      made.verified_how = "the sequential program makes another table";
    } else {
      made.verified_how = "the same updates once more, in order, bring back the first table";
      if (twin_) made.verified_how += "; the same table as the sequential program's";
    }
    return made;
  }

 private:
  parameters what_;
  std::string by_ = "atomics";
  answer found_;
  std::optional<answer> twin_;
};

}  // namespace
}  // namespace gups

std::unique_ptr<application> make_gups() { return std::make_unique<gups::gups_application>(); }

}  // namespace apps
