// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `skua stencil`: options, and the check of the field.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <map>
#include <optional>
#include <string>

#include "../common/app.hpp"
#include "../common/text.hpp"
#include "problem.hpp"

namespace apps::stencil {
namespace {

std::map<std::string, form> const forms{{"spmd", form::spmd}, {"scopes", form::scopes}};

class stencil_application final : public application {
 public:
  std::string name() const override { return "stencil"; }
  std::string description() const override { return "heat on a plate: Jacobi steps over rows at all places"; }
  bool any_place() const override { return true; }

  void add_options(CLI::App& command) override {
    command.add_option("-n,--side", parameters_.side, "cells in each direction")
        ->check(CLI::Range(std::size_t{1}, largest_side))
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--steps", parameters_.steps, "steps in time")
        ->check(CLI::Range(0, max_steps))
        ->capture_default_str();
    command
        .add_option("--form", form_,
                    "spmd: all places run all steps; scopes: the first place starts each step at all places")
        ->check(CLI::IsMember(forms))
        ->capture_default_str();
  }

  void prepare() override { parameters_.form = forms.at(form_); }
  void parallel(common_options const& options) override { answer_ = solve_parallel(parameters_, options); }
  void sequential() override { twin_ = solve_sequential(parameters_); }
  std::optional<double> timed_parallel() const override { return answer_.seconds; }
  std::optional<double> timed_sequential() const override { return twin_->seconds; }

  report check() override {
    report summary;
    summary.answer = grouped(parameters_.side) + " x " + grouped(parameters_.side) + " cells after " +
                     grouped(static_cast<std::uint64_t>(parameters_.steps)) + " steps";
    summary.result = json_object()
                         .add("cells", parameters_.side * parameters_.side)
                         .add("steps", parameters_.steps)
                         .add("hash", answer_.hash)
                         .add("error", answer_.error);
    summary.work = parameters_.updates();
    summary.work_unit = "cells";
    bool const is_accurate = answer_.error <= tolerance(parameters_);
    bool const is_identical = !twin_ || twin_->hash == answer_.hash;
    summary.verified = is_accurate && is_identical;
    char error[32];
    std::snprintf(error, sizeof error, "%.1e", answer_.error);
    summary.verified_how = std::string("every cell is within ") + error + " of the known field";
    if (!is_accurate) {
      summary.verified_how = std::string("a cell differs by ") + error + " from the known field";
    } else if (!is_identical) {
      summary.verified_how = "the sequential program gives other bits";
    } else if (twin_) {
      summary.verified_how += ", bit for bit what the sequential program gives";
    }
    return summary;
  }

 private:
  parameters parameters_;
  std::string form_ = "spmd";
  answer answer_;
  std::optional<answer> twin_;
};

registration<stencil_application> const list_entry(130);

}  // namespace
}  // namespace apps::stencil
