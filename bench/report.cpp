// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reporter around the reporters of Google Benchmark, and the table of targets.
#include "support/report.hpp"

#include <cstdio>
#include <set>
#include <utility>

#include "support/load.hpp"

namespace bench {
namespace {

using benchmark::BenchmarkReporter;

class median_reporter final : public BenchmarkReporter {
 public:
  median_reporter(std::unique_ptr<BenchmarkReporter> inner, results* medians)
      : inner_(std::move(inner)), medians_(medians) {}

  bool ReportContext(Context const& context) override {
    inner_->SetOutputStream(&GetOutputStream());
    inner_->SetErrorStream(&GetErrorStream());
    return inner_->ReportContext(context);
  }

  void ReportRuns(std::vector<Run> const& runs) override {
    std::vector<Run> visible_runs;
    for (Run run : runs) {
      bool const is_aggregate = run.run_type == Run::RT_Aggregate;
      static const std::set<std::string> useful = {"median", "min", "max"};
      if (is_aggregate && useful.count(run.aggregate_name) == 0) continue;
      // The repetitions of a case fail alike: one error message is enough.
      if (run.error_occurred && !errors_.insert(run.run_name.function_name + run.error_message).second) continue;
      auto& name = run.run_name;
      name.args.clear();
      name.min_time.clear();
      name.min_warmup_time.clear();
      name.iterations.clear();
      name.repetitions.clear();
      name.time_type.clear();
      name.threads.clear();
      if (medians_ != nullptr && !run.error_occurred && (!is_aggregate || run.aggregate_name == "median"))
        for (auto const& [counter, value] : run.counters) (*medians_)[name.str()][counter] = value;
      visible_runs.push_back(std::move(run));
    }
    if (!visible_runs.empty()) inner_->ReportRuns(visible_runs);
  }

  void Finalize() override { inner_->Finalize(); }

 private:
  std::unique_ptr<BenchmarkReporter> inner_;
  results* medians_;
  std::set<std::string> errors_;
};

}  // namespace

std::unique_ptr<BenchmarkReporter> plain_reporter(std::unique_ptr<BenchmarkReporter> inner, results* medians) {
  return std::make_unique<median_reporter>(std::move(inner), medians);
}

int print_verdicts(suite const& registry, results const& medians) {
  int missed_count = 0;
  std::FILE* output = stderr;  // stdout belongs to the reporter, which may be writing JSON
  for (auto const& c : registry.cases()) {
    auto const entry = medians.find(c.name);
    if (entry == medians.end()) continue;
    for (target const& t : c.targets) {
      auto const counter = entry->second.find(t.counter);
      if (counter == entry->second.end()) continue;
      bool const is_upper_bound = t.bound == target::direction::at_most;
      bool const is_met = is_upper_bound ? counter->second <= t.value : counter->second >= t.value;
      // Wall time on a busy machine cannot be judged.
      auto const load = entry->second.find("other_load");
      bool const is_noisy = !is_met && load != entry->second.end() && load->second >= quiet_load;
      if (!is_met && !is_noisy) ++missed_count;
      std::fprintf(output, "%-6s %-18s %-16s %10.4g   target: at %s %g\n",
                   is_met     ? "met"
                   : is_noisy ? "noisy"
                              : "MISSED",
                   c.name.c_str(), t.counter.c_str(), counter->second, is_upper_bound ? "most" : "least", t.value);
    }
  }
  return missed_count;
}

}  // namespace bench
