// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The application `fib`.

#include <CLI/CLI.hpp>
#include <map>
#include <optional>
#include <skua/place.hpp>
#include <skua/progress.hpp>

#include "../common/app.hpp"
#include "../common/text.hpp"
#include "problem.hpp"

namespace apps::fib {
namespace {

class fib_application final : public application {
 public:
  std::string name() const override { return "fib"; }
  std::string description() const override {
    return "Fibonacci numbers by naive recursion, one task per call: measures the cost of a task";
  }

  bool any_place() const override { return true; }

  void add_options(CLI::App& command) override {
    command.add_option("N", index_, "index of the number")->required()->check(CLI::Range(0, largest_index));
    command.add_option("--form", form_, "form of a call: finish, invoke or async")
        ->check(CLI::IsMember({"finish", "invoke", "async"}))
        ->capture_default_str();
    command.add_option("--near", near_, "with several places: calls up to this index stay at their place")
        ->check(CLI::Range(0, largest_index))
        ->capture_default_str();
    command.add_option("--cutoff", cutoff_, "calls up to this index are plain ones, without tasks")
        ->check(CLI::Range(0, largest_index))
        ->capture_default_str();
  }

  void parallel(common_options const& options) override {
    static std::map<std::string, form> const forms{
        {"finish", form::finish}, {"invoke", form::invoke}, {"async", form::async}};
    int const max_local = skua::places() > 1 ? near_ : index_;
    skua::progress const live("fib", options.progress("calls", naive_calls(index_)));
    value_ = fib_anywhere(index_, forms.at(form_), max_local, cutoff_, live.counter());
  }

  void sequential() override { twin_ = fib_sequential(index_); }

  report check() override {
    std::uint64_t const expected = by_addition(index_);
    report summary;
    summary.answer = "fib(" + std::to_string(index_) + ") = " + grouped(value_);
    summary.result = json_object().add("value", value_);
    summary.verified = value_ == expected && twin_.value_or(expected) == expected;
    summary.verified_how = summary.verified ? "against the value by repeated addition"
                                            : "repeated addition gives " + std::to_string(expected);
    summary.work = naive_calls(index_);
    summary.work_unit = "calls";
    summary.stats.add("form", form_).add("cutoff", cutoff_);
    return summary;
  }

 private:
  int index_ = 0;
  std::string form_ = "invoke";
  int near_ = default_near;
  int cutoff_ = 0;
  std::uint64_t value_ = 0;
  std::optional<std::uint64_t> twin_;
};

registration<fib_application> const list_entry(150);

}  // namespace
}  // namespace apps::fib
