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

class plain final : public BenchmarkReporter {
 public:
  plain(std::unique_ptr<BenchmarkReporter> inner, results* out) : inner_(std::move(inner)), out_(out) {}

  bool ReportContext(Context const& context) override {
    inner_->SetOutputStream(&GetOutputStream());
    inner_->SetErrorStream(&GetErrorStream());
    return inner_->ReportContext(context);
  }

  void ReportRuns(std::vector<Run> const& runs) override {
    std::vector<Run> shown;
    for (Run run : runs) {
      bool const aggregate = run.run_type == Run::RT_Aggregate;
      static const std::set<std::string> useful = {"median", "min", "max"};
      if (aggregate && useful.count(run.aggregate_name) == 0) continue;
      // The repetitions of a case fail alike: once is enough.
      if (run.error_occurred && !errors_.insert(run.run_name.function_name + run.error_message).second) continue;
      auto& name = run.run_name;
      name.args.clear();
      name.min_time.clear();
      name.min_warmup_time.clear();
      name.iterations.clear();
      name.repetitions.clear();
      name.time_type.clear();
      name.threads.clear();
      if (out_ != nullptr && !run.error_occurred && (!aggregate || run.aggregate_name == "median"))
        for (auto const& [counter, value] : run.counters) (*out_)[name.str()][counter] = value;
      shown.push_back(std::move(run));
    }
    if (!shown.empty()) inner_->ReportRuns(shown);
  }

  void Finalize() override { inner_->Finalize(); }

 private:
  std::unique_ptr<BenchmarkReporter> inner_;
  results* out_;
  std::set<std::string> errors_;
};

}  // namespace

std::unique_ptr<BenchmarkReporter> plain_reporter(std::unique_ptr<BenchmarkReporter> inner, results* out) {
  return std::make_unique<plain>(std::move(inner), out);
}

int print_verdicts(suite const& all, results const& measured) {
  int missed = 0;
  std::FILE* out = stderr;  // stdout belongs to the reporter, which may be writing JSON
  for (auto const& c : all.cases()) {
    auto const found = measured.find(c.name);
    if (found == measured.end()) continue;
    for (target const& t : c.targets) {
      auto const counter = found->second.find(t.counter);
      if (counter == found->second.end()) continue;
      bool const most = t.bound == target::direction::at_most;
      bool const met = most ? counter->second <= t.value : counter->second >= t.value;
      // Wall time on a busy machine says nothing about us.
      auto const load = found->second.find("other_load");
      bool const disturbed = !met && load != found->second.end() && load->second >= quiet_load;
      if (!met && !disturbed) ++missed;
      std::fprintf(out, "%-6s %-18s %-16s %10.4g   target: at %s %g\n",
                   met         ? "met"
                   : disturbed ? "noisy"
                               : "MISSED",
                   c.name.c_str(), t.counter.c_str(), counter->second, most ? "most" : "least", t.value);
    }
  }
  return missed;
}

}  // namespace bench
