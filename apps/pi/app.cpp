// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The application `pi`.

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <optional>

#include "../common/app.hpp"
#include "problem.hpp"

namespace apps::pi {
namespace {

class pi_application final : public application {
 public:
  std::string name() const override { return "pi"; }
  std::string description() const override {
    return "pi as an integral by the midpoint rule: tasks by halving, and a reducer";
  }
  bool any_place() const override { return true; }

  void add_options(CLI::App& command) override {
    command.add_option("--n", n_, "number of strips")
        ->check(CLI::Range(std::int64_t{1}, largest_count))
        ->capture_default_str();
  }

  void parallel(common_options const& options) override { value_ = integrate_parallel(n_, options); }
  void sequential() override { twin_ = integrate_sequential(n_); }

  report check() override {
    char text[64];
    std::snprintf(text, sizeof text, "%.15f", value_);
    report summary;
    summary.answer = text;
    summary.result = json_object().add("value", value_).add("error", std::abs(value_ - expected(n_)));
    summary.verified = is_right(value_) && is_right(twin_.value_or(value_));
    std::snprintf(text, sizeof text, "%.15f", expected(n_));
    summary.verified_how =
        summary.verified ? "against pi plus the known error of the rule" : std::string("the rule gives ") + text;
    summary.work = static_cast<std::uint64_t>(n_);
    summary.work_unit = "strips";
    return summary;
  }

 private:
  bool is_right(double value) const { return std::abs(value - expected(n_)) <= tolerance(n_); }

  std::int64_t n_ = 1'000'000'000;
  double value_ = 0;
  std::optional<double> twin_;
};

registration<pi_application> const list_entry(100);

}  // namespace
}  // namespace apps::pi
