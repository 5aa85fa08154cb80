// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The application `semigroups`.

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "../common/app.hpp"
#include "../common/search_options.hpp"
#include "../common/text.hpp"
#include "problem.hpp"
#include "search.hpp"

namespace apps::semigroups {
namespace {

class semigroups_application final : public application {
 public:
  std::string name() const override { return "semigroups"; }
  std::string description() const override {
    return "numerical semigroups: counts those of a genus, and of all below it";
  }
  bool any_place() const override { return true; }

  void add_options(CLI::App& command) override {
    command.add_option("GENUS", genus_, "number of missing numbers")->required()->check(CLI::Range(0, largest_genus));
    command
        .add_option("--method", method_name_,
                    "how a semigroup is represented: generators (three words), or decompositions (the bytes of "
                    "Fromentin and Hivert)")
        ->check(CLI::IsMember({"generators", "decompositions"}))
        ->type_name("NAME")
        ->capture_default_str();
    command.add_option("--unbuilt", unbuilt_, "number of last levels that are counted without building their nodes")
        ->check(CLI::Range(1, 2))
        ->capture_default_str();
    search_.add_to(command);
  }

  void prepare() override { search_.prepare(); }
  bool stops_at_signals() const override { return search_.is_requested(); }
  void parallel(common_options const& options) override {
    auto request =
        search_.request("semigroups " + std::to_string(genus_) + " --method " +
                        std::to_string(static_cast<int>(representation())) + " --unbuilt " + std::to_string(unbuilt_));
    search_line line(options, "semigroups", request.limits);
    outcome_ = count_parallel(genus_, representation(), unbuilt_, request);
    line.set_end(outcome_);
  }
  void sequential() override { twin_ = count_sequential(genus_, representation(), unbuilt_); }

  report check() override {
    report summary;
    summary.answer = grouped(outcome_.count.of_genus) + " numerical semigroups of genus " + std::to_string(genus_) +
                     ", " + grouped(outcome_.count.up_to) + " up to it";
    summary.result = json_object()
                         .add("genus", genus_)
                         .add("count", outcome_.count.of_genus)
                         .add("up_to", outcome_.count.up_to)
                         .add("complete", outcome_.complete);
    summary.work = outcome_.count.up_to;
    summary.work_unit = "semigroups";
    add_search_stats(summary.stats, search_.coordination(), outcome_.stats);
    tally const expected = known_tally(genus_);
    if (!outcome_.complete) {
      summary.notes.push_back(search_.stopped_note(outcome_.share));
      summary.verified = outcome_.count.of_genus <= expected.of_genus && outcome_.count.up_to <= expected.up_to;
      summary.verified_how = summary.verified ? "not more than the published counts" : "more than the published counts";
    } else {
      summary.verified = outcome_.count == expected && (!twin_ || *twin_ == expected);
      summary.verified_how =
          summary.verified ? "against the published counts (OEIS A007323)"
                           : "expected " + std::to_string(expected.of_genus) + " and " + std::to_string(expected.up_to);
    }
    return summary;
  }

 private:
  method representation() const {
    return method_name_ == "decompositions" ? method::decompositions : method::right_generators;
  }

  int genus_ = 0;
  std::string method_name_ = "generators";
  int unbuilt_ = 2;
  search_options search_;
  outcome outcome_{};
  std::optional<tally> twin_;
};

registration<semigroups_application> const list_entry(60);

}  // namespace
}  // namespace apps::semigroups
