// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The application `issue`.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>
#include <skua/place.hpp>
#include <skua/progress.hpp>
#include <string>
#include <vector>

#include "../common/app.hpp"
#include "../common/text.hpp"
#include "problem.hpp"

namespace apps::issue {
namespace {

constexpr int max_jobs = 2000;      // of a batch: fewer than a queue holds
constexpr int std_async_jobs = 20;  // each starts a thread
constexpr int std_async_batches = 5;

struct measurements {
  cost spawn_here, async_here, spawn_there, async_there, call, std_async;
  bool is_right() const {
    bool result = true;
    for (auto const* c : {&spawn_here, &async_here, &spawn_there, &async_there, &call, &std_async})
      result = result && c->is_right;
    return result;
  }
};

class issue_application final : public application {
 public:
  std::string name() const override { return "issue"; }
  std::string description() const override {
    return "the cost of issuing a job, here and at another place, against its arguments";
  }
  bool any_place() const override { return true; }

  void add_options(CLI::App& command) override {
    command.add_option("--jobs", jobs_, "jobs of a batch; fewer with more than 4 MiB of arguments")
        ->check(CLI::Range(1, max_jobs))
        ->capture_default_str();
    command.add_option("--batches", batches_, "batches of which the median is taken")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    command
        .add_option("--vectors", vectors_,
                    "instead of the usual rows: numbers of vectors, such as 1,2,4,8 (with --elements alone: 1)")
        ->delimiter(',')
        ->check(CLI::Range(1, max_vectors));
    command
        .add_option("--elements", elements_,
                    "instead of the usual rows: elements of all vectors together (with --vectors alone: one each)")
        ->delimiter(',')
        ->check(CLI::Range(std::int64_t{1}, largest_elements));
  }

  void prepare() override {
    if (!vectors_.empty() || !elements_.empty()) shapes_ = chosen_shapes();
    measurements_.resize(shapes_.size());
  }

  void parallel(common_options const& options) override {
    int const last_place = skua::places() - 1;
    skua::progress const live("issue", options.progress("shapes", shapes_.size()));
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      shape const& s = shapes_[i];
      int const jobs = jobs_of(s, jobs_);
      measurements_[i].spawn_here = measure_spawn(s, jobs, batches_, 0);
      measurements_[i].async_here = measure_async(s, jobs, batches_, 0);
      if (last_place != 0) {
        measurements_[i].spawn_there = measure_spawn(s, jobs, batches_, last_place);
        measurements_[i].async_there = measure_async(s, jobs, batches_, last_place);
      }
      ++live;
    }
  }

  void sequential() override {
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      shape const& s = shapes_[i];
      measurements_[i].call = measure_call(s, jobs_of(s, jobs_), batches_);
      measurements_[i].std_async =
          measure_std_async(s, std::min(jobs_of(s, jobs_), std_async_jobs), std::min(batches_, std_async_batches));
    }
  }

  report check() override {
    table report_table({{"arguments", "arguments"},
                        {"bytes", "bytes"},
                        {"spawn", "spawn_ns", 1},
                        {"run", "spawn_run_ns", 1},
                        {"async", "async_ns", 1},
                        {"get", "async_get_ns", 1},
                        {"far spawn", "far_spawn_ns", 1},
                        {"run", "far_spawn_run_ns", 1},
                        {"far async", "far_async_ns", 1},
                        {"get", "far_async_get_ns", 1},
                        {"call", "call_ns", 1},
                        {"std::async", "std_async_ns", 1}});
    report summary;
    summary.verified = true;
    std::vector<json> kinds;
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      measurements const& m = measurements_[i];
      report_table.add_row({static_cast<double>(shapes_[i].arguments), static_cast<double>(shapes_[i].bytes()),
                            m.spawn_here.issue, m.spawn_here.total, m.async_here.issue, m.async_here.total,
                            m.spawn_there.issue, m.spawn_there.total, m.async_there.issue, m.async_there.total,
                            m.call.total, m.std_async.total});
      kinds.emplace_back(shapes_[i].vectors ? "vector" : "numbers");
      summary.verified = summary.verified && m.is_right();
    }
    summary.answer = "nanoseconds per job, " + std::to_string(batches_) + " batches of at most " +
                     grouped(static_cast<std::uint64_t>(jobs_)) + " jobs; the last " +
                     std::to_string(std::ranges::count(shapes_, true, &shape::vectors)) + " rows have vectors";
    summary.table = report_table.text();
    summary.speed_up = false;
    summary.verified_how =
        summary.verified ? "the sums of all arguments" : "a job was lost, ran twice or got other arguments";
    summary.result = json_object().add("kinds", kinds).add("rows", report_table.rows());
    summary.stats.add("jobs", jobs_).add("batches", batches_);
    return summary;
  }

 private:
  /// A row for each number of vectors and each number of elements.
  [[nodiscard]] std::vector<shape> chosen_shapes() const {
    std::vector<shape> shapes;
    for (int const count : vectors_.empty() ? std::vector<int>{1} : vectors_) {
      for (std::int64_t const elements : elements_.empty() ? std::vector<std::int64_t>{count} : elements_) {
        if (elements < count)
          throw input_error("--elements: expected at least " + std::to_string(count) + ", one for each of " +
                            std::to_string(count) + " vectors, found " + std::to_string(elements));
        shapes.push_back({count, static_cast<std::size_t>(elements), true});
      }
    }
    return shapes;
  }

  int jobs_ = 1000;
  int batches_ = 20;
  std::vector<int> vectors_;
  std::vector<std::int64_t> elements_;
  std::vector<shape> shapes_ = default_shapes();
  std::vector<measurements> measurements_;
};

registration<issue_application> const list_entry(200);

}  // namespace
}  // namespace apps::issue
