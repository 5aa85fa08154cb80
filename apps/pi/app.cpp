// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The application `pi`.

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <optional>

#include "../skua/applications.hpp"
#include "problem.hpp"

namespace apps {
namespace pi {
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

  void parallel(common_options const&) override { found_ = integrate_parallel(n_); }
  void sequential() override { twin_ = integrate_sequential(n_); }

  report check() override {
    char text[64];
    std::snprintf(text, sizeof text, "%.15f", found_);
    report made;
    made.answer = text;
    made.result = json_object().add("value", found_).add("error", std::abs(found_ - expected(n_)));
    made.verified = right(found_) && right(twin_.value_or(found_));
    std::snprintf(text, sizeof text, "%.15f", expected(n_));
    made.verified_how =
        made.verified ? "against pi plus the known error of the rule" : std::string("the rule gives ") + text;
    made.work = static_cast<std::uint64_t>(n_);
    made.work_unit = "strips";
    return made;
  }

 private:
  bool right(double value) const { return std::abs(value - expected(n_)) <= tolerance(n_); }

  std::int64_t n_ = 1'000'000'000;
  double found_ = 0;
  std::optional<double> twin_;
};

}  // namespace
}  // namespace pi

std::unique_ptr<application> make_pi() { return std::make_unique<pi::pi_application>(); }

}  // namespace apps
