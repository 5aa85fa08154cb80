// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `skua stencil`: options, and the check of the field.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <optional>

#include "../skua/applications.hpp"
#include "../skua/text.hpp"
#include "problem.hpp"

namespace apps {
namespace stencil {
namespace {

class stencil_application final : public application {
 public:
  std::string name() const override { return "stencil"; }
  std::string description() const override { return "heat on a plate: Jacobi steps over rows at all places"; }
  bool any_place() const override { return true; }

  void add_options(CLI::App& command) override {
    command.add_option("-n,--side", what_.side, "cells in each direction")
        ->check(CLI::Range(std::size_t{1}, largest_side))
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--steps", what_.steps, "steps in time")
        ->check(CLI::Range(0, most_steps))
        ->capture_default_str();
  }

  void parallel(common_options const&) override { found_ = solve_parallel(what_); }
  void sequential() override { twin_ = solve_sequential(what_); }
  std::optional<double> timed_parallel() const override { return found_.seconds; }
  std::optional<double> timed_sequential() const override { return twin_->seconds; }

  report check() override {
    report made;
    made.answer = grouped(what_.side) + " x " + grouped(what_.side) + " cells after " +
                  grouped(static_cast<std::uint64_t>(what_.steps)) + " steps";
    made.result = json_object()
                      .add("cells", what_.side * what_.side)
                      .add("steps", what_.steps)
                      .add("hash", found_.hash)
                      .add("error", found_.error);
    made.work = what_.updates();
    made.work_unit = "cells";
    bool const close = found_.error <= tolerance(what_);
    bool const same = !twin_ || twin_->hash == found_.hash;
    made.verified = close && same;
    char error[32];
    std::snprintf(error, sizeof error, "%.1e", found_.error);
    made.verified_how = std::string("every cell is within ") + error + " of the known field";
    if (!close) {
      made.verified_how = std::string("a cell differs by ") + error + " from the known field";
    } else if (!same) {
      made.verified_how = "the sequential program gives other bits";
    } else if (twin_) {
      made.verified_how += ", bit for bit what the sequential program gives";
    }
    return made;
  }

 private:
  parameters what_;
  answer found_;
  std::optional<answer> twin_;
};

}  // namespace
}  // namespace stencil

std::unique_ptr<application> make_stencil() { return std::make_unique<stencil::stencil_application>(); }

}  // namespace apps
