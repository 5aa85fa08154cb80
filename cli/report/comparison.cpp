// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "comparison.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "apps/common/splitmix.hpp"
#include "apps/common/text.hpp"
#include "notes.hpp"

namespace apps::trace_report {
namespace {

using getter = std::function<double(run_summary const&)>;

struct measure {
  char const* name;
  char const* label;
  unit kind;
  getter get;
};

constexpr std::size_t enough_runs = 3;  // for an interval
constexpr std::size_t most_words = 5;

double steals_between(run_summary const& run) {
  double tasks = 0;
  for (auto const& flow : run.place_flows) tasks += flow.tasks;
  return tasks;
}

std::vector<measure> measures() {
  return {
      {"seconds", "time of the run", unit::seconds, [](auto& r) { return r.seconds; }},
      {"places", "places", unit::count, [](auto& r) { return static_cast<double>(r.places.size()); }},
      {"workers", "workers", unit::count, [](auto& r) { return static_cast<double>(r.workers); }},
      {"parallelism", "workers in tasks, average", unit::workers, [](auto& r) { return r.parallelism(); }},
      {"work_seconds", "work", unit::seconds, [](auto& r) { return r.time.work; }},
      {"overhead_seconds", "overhead", unit::seconds, [](auto& r) { return r.time.overhead; }},
      {"search_seconds", "idle: search", unit::seconds, [](auto& r) { return r.time.search; }},
      {"sleep_seconds", "idle: sleep", unit::seconds, [](auto& r) { return r.time.sleep; }},
      {"wait_seconds", "idle: wait", unit::seconds, [](auto& r) { return r.time.wait; }},
      {"serial_seconds", "serial phases", unit::seconds, [](auto& r) { return r.serial_seconds; }},
      {"longest_seconds", "longest task without a break", unit::seconds, [](auto& r) { return r.longest_piece(); }},
      {"tasks", "tasks", unit::count, [](auto& r) { return r.tasks; }},
      {"stolen_inside", "tasks stolen inside places", unit::count,
       [](auto& r) {
         double tasks = 0;
         for (auto const& place : r.places) tasks += place.stolen_inside;
         return tasks;
       }},
      {"stolen_between", "tasks stolen between places", unit::count, steals_between},
      {"suspended_seconds", "suspended tasks", unit::seconds,
       [](auto& r) {
         double seconds = 0;
         for (auto const& row : r.suspensions) seconds += row.seconds;
         return seconds;
       }},
      {"bytes", "bytes between places", unit::bytes,
       [](auto& r) {
         double bytes = 0;
         for (auto const& flow : r.place_flows) bytes += flow.bytes;
         return bytes;
       }},
      {"peak_memory", "memory, sum of the places' peaks", unit::bytes,
       [](auto& r) {
         double bytes = 0;
         for (auto const& place : r.places) bytes += place.peak_memory;
         return bytes;
       }},
  };
}

/// The median of a random sample of the same size, drawn with replacement.
double resampled(std::vector<double> const& values, splitmix::stream& numbers) {
  std::vector<double> sample;
  for (std::size_t i = 0; i < values.size(); ++i) sample.push_back(values[numbers.next() % values.size()]);
  return median(sample);
}

/// Percentiles of the ratio of medians, by 2,000 bootstrap samples; always the same ones.
void add_interval(change& c, std::vector<double> const& before, std::vector<double> const& after) {
  splitmix::stream numbers(1);
  std::vector<double> ratios;
  for (int i = 0; i < 2000; ++i) {
    double const base = resampled(before, numbers);
    double const value = resampled(after, numbers);
    if (base > 0) ratios.push_back(value / base);
  }
  if (ratios.empty()) return;
  std::sort(ratios.begin(), ratios.end());
  c.has_interval = true;
  c.ratio_low = ratios[ratios.size() / 40];
  c.ratio_high = ratios[ratios.size() - 1 - ratios.size() / 40];
}

change measure_change(std::string name, std::string label, unit kind, std::vector<run_summary> const& before,
                      std::vector<run_summary> const& after, getter const& get) {
  change c{std::move(name), std::move(label), kind};
  std::vector<double> first, second;
  for (auto const& run : before) first.push_back(get(run));
  for (auto const& run : after) second.push_back(get(run));
  c.before = median(first);
  c.after = median(second);
  std::tie(c.before_least, c.before_greatest) =
      std::pair(*std::min_element(first.begin(), first.end()), *std::max_element(first.begin(), first.end()));
  std::tie(c.after_least, c.after_greatest) =
      std::pair(*std::min_element(second.begin(), second.end()), *std::max_element(second.begin(), second.end()));
  if (c.before > 0) c.ratio = c.after / c.before;
  if (first.size() >= enough_runs && second.size() >= enough_runs && c.before > 0) add_interval(c, first, second);
  if (c.has_interval) {
    c.differs = c.ratio_low > 1 || c.ratio_high < 1;
  } else {
    c.differs = std::abs(c.after - c.before) > 0.05 * std::max(std::abs(c.before), std::abs(c.after));
  }
  return c;
}

task_row const* find_task(run_summary const& run, std::string const& name) {
  auto const row = std::find_if(run.task_rows.begin(), run.task_rows.end(), [&](auto& r) { return r.name == name; });
  return row == run.task_rows.end() ? nullptr : &*row;
}

void compare_tasks(comparison& out, std::vector<run_summary> const& before, std::vector<run_summary> const& after) {
  std::set<std::string> names;
  for (auto const* side : {&before, &after}) {
    for (auto const& run : *side) {
      // More names than these are not worth a comparison each.
      for (std::size_t i = 0; i < std::min<std::size_t>(run.task_rows.size(), 200); ++i) {
        names.insert(run.task_rows[i].name);
      }
    }
  }
  auto const of_task = [&](std::string const& name, double (task_row::*get)() const) {
    return [&name, get](run_summary const& run) {
      auto const* const row = find_task(run, name);
      return row == nullptr ? 0.0 : (row->*get)();
    };
  };
  for (auto const& name : names) {
    out.tasks.push_back(measure_change(name, name, unit::seconds, before, after, of_task(name, &task_row::seconds)));
  }
  std::sort(out.tasks.begin(), out.tasks.end(), [](change const& a, change const& b) {
    double const first = std::abs(a.after - a.before);
    double const second = std::abs(b.after - b.before);
    return first != second ? first > second : a.name < b.name;
  });
  for (auto const& task : out.tasks) {
    out.means.push_back(
        measure_change(task.name, task.name, unit::seconds, before, after, of_task(task.name, &task_row::mean)));
  }
}

std::string runs_text(std::size_t before, std::size_t after) {
  if (before == 1 && after == 1) return "one run each: small differences may be chance";
  return "medians of " + std::to_string(before) + " and " + std::to_string(after) + " runs";
}

change const& number_named(comparison const& c, std::string_view name) {
  return *std::find_if(c.numbers.begin(), c.numbers.end(), [&](change const& n) { return n.name == name; });
}

/// ", 1 worker before, 2 after", or nothing if they are as many.
std::string counts_text(change const& number, std::string const& noun) {
  if (number.before == number.after) return "";
  return ", " + value_text(number.before, unit::count) + " " + noun + (number.before == 1 ? "" : "s") + " before, " +
         value_text(number.after, unit::count) + " after";
}

std::string headline(comparison const& c) {
  auto const& time = c.numbers.front();
  std::string const times = value_text(time.before, time.kind) + " before, " + value_text(time.after, time.kind) +
                            " after" + counts_text(number_named(c, "places"), "place") +
                            counts_text(number_named(c, "workers"), "worker");
  std::string text;
  if (!time.differs || time.ratio <= 0) {
    text = "The time of the run did not change clearly: " + times;
  } else if (time.ratio < 1) {
    text = "Faster by a factor of " + decimals(1 / time.ratio, 2) + ": " + times;
  } else {
    text = "Slower by a factor of " + decimals(time.ratio, 2) + ": " + times;
  }
  text += " (" + runs_text(c.before_runs, c.after_runs);
  if (time.has_interval) {
    text +=
        "; after/before between " + decimals(time.ratio_low, 2) + " and " + decimals(time.ratio_high, 2) + " with 95 %";
  }
  return text + ").";
}

/// A program does the same work with any number of workers, unless they slow each other down.
void add_work(comparison& c) {
  auto const& workers = number_named(c, "workers");
  auto const& work = number_named(c, "work_seconds");
  if (workers.before == workers.after || !work.differs || !c.notes.empty()) return;
  bool const is_more = workers.after > workers.before;
  double const work_of_few = is_more ? work.before : work.after;
  double const work_of_many = is_more ? work.after : work.before;
  constexpr double least_growth = 1.1;
  if (work_of_few <= 0 || work_of_many < least_growth * work_of_few) return;
  c.words.push_back("Work grows with the number of workers, by a factor of " + decimals(work_of_many / work_of_few, 2) +
                    ": " + value_text(work.before, work.kind) + " before, " + value_text(work.after, work.kind) +
                    " after. Tasks slow each other down (memory bandwidth, shared cache lines or processors, clock), "
                    "or there are more of them.");
}

/// The parts of the workers' time that changed most: work by task, overhead, idle.
void add_parts(comparison& c) {
  double total = 0;
  std::vector<std::pair<double, std::string>> parts;
  for (auto const& number : c.numbers) {
    bool const is_part = number.name == "overhead_seconds" || number.name == "search_seconds" ||
                         number.name == "sleep_seconds" || number.name == "wait_seconds";
    if (number.name == "work_seconds" || is_part) total += std::max(number.before, number.after);
    if (!is_part || !number.differs) continue;
    parts.emplace_back(std::abs(number.after - number.before),
                       "Worker time in " + number.label + ": " + value_text(number.before, number.kind) + " before, " +
                           value_text(number.after, number.kind) + " after.");
  }
  for (std::size_t i = 0; i < c.tasks.size(); ++i) {
    auto const& task = c.tasks[i];
    if (!task.differs) continue;
    std::string text = "Tasks `" + short_name(task.name) + "`: " + value_text(task.before, task.kind) + " before, " +
                       value_text(task.after, task.kind) + " after";
    auto const& mean = c.means[i];
    if (mean.before > 0 && mean.after > 0) {
      text += " (" + value_text(mean.before, mean.kind) + " and " + value_text(mean.after, mean.kind) + " each)";
    }
    parts.emplace_back(std::abs(task.after - task.before), text + ".");
  }
  std::sort(parts.rbegin(), parts.rend());
  for (auto const& [seconds, text] : parts) {
    if (seconds > 0.03 * total && c.words.size() < most_words - 1) c.words.push_back(text);
  }
}

/// The findings that all runs of one side have, and none of the other.
void add_findings(comparison& c, std::vector<run_summary> const& before, std::vector<run_summary> const& after) {
  auto const only_in = [](std::vector<run_summary> const& side, std::vector<run_summary> const& other) {
    std::string names;
    for (auto const& f : side.front().findings) {
      auto const has = [&](run_summary const& run) {
        return std::any_of(run.findings.begin(), run.findings.end(), [&](auto& g) { return g.kind == f.kind; });
      };
      if (!std::all_of(side.begin(), side.end(), has) || std::any_of(other.begin(), other.end(), has)) continue;
      names += (names.empty() ? "" : ", ") + f.kind;
    }
    return names;
  };
  std::string const removed = only_in(before, after);
  std::string const fresh = only_in(after, before);
  if (removed.empty() && fresh.empty()) return;
  std::string text;
  if (!removed.empty()) text += "Findings that are gone: " + removed + ".";
  if (!fresh.empty()) text += std::string(text.empty() ? "" : " ") + "New findings: " + fresh + ".";
  c.words.push_back(text);
}

/// Different values in their order, each in backquotes.
class different_values {
 public:
  /// An old trace does not have every value.
  void add(std::string const& value) {
    if (!value.empty() && std::find(values_.begin(), values_.end(), value) == values_.end()) values_.push_back(value);
  }
  [[nodiscard]] bool several() const { return values_.size() > 1; }
  [[nodiscard]] std::string text() const {
    constexpr std::size_t max_listed = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(max_listed, values_.size()); ++i)
      text += (i > 0 ? ", `" : "`") + values_[i] + "`";
    return values_.size() > max_listed ? text + ", …" : text;
  }

 private:
  std::vector<std::string> values_;
};

/// What makes a comparison of these runs meaningless.
void add_notes(comparison& c, std::vector<run_summary> const& before, std::vector<run_summary> const& after) {
  different_values programs;
  different_values commands;
  bool has_real = false;
  bool has_simulated = false;
  for (auto const* side : {&before, &after}) {
    for (auto const& run : *side) {
      (run.simulated ? has_simulated : has_real) = true;
      programs.add(program_name(run.program));
      commands.add(input_of(run.command));
    }
  }
  // One run of each side will do: the times of a side are medians.
  for (auto const& [side, name] : {std::pair(&before, "Before"), std::pair(&after, "After")}) {
    auto const run = std::ranges::find_if(*side, [](auto const& r) { return !note_on_others(r).empty(); });
    if (run != side->end()) c.notes.push_back(name + (": " + note_on_others(*run)));
  }
  if (has_real && has_simulated) {
    c.notes.emplace_back(
        "Some of these runs are simulated, others are not: virtual time and measured time cannot be compared.");
  }
  if (programs.several()) {
    c.notes.push_back("These are runs of different programs (" + programs.text() +
                      "): no change of one explains a difference.");
  } else if (commands.several()) {
    c.notes.push_back("This compares different commands (" + commands.text() +
                      "): their arguments may explain a difference.");
  }
}

/// "8.08 ns", for less than a microsecond
std::string nanoseconds_text(double seconds) {
  std::string text = duration(seconds * 1e3);
  text.erase(text.find(' '));
  return text + " ns";
}

}  // namespace

std::string value_text(double value, unit kind) {
  switch (kind) {
    case unit::seconds:
      if (value == 0) return "0 s";
      if (value > 0 && value < 0.9995e-6) return nanoseconds_text(value);
      return duration(value);
    case unit::workers:
      return decimals(value, 2);
    case unit::bytes:
      if (value >= 0x1p30) return decimals(value / 0x1p30, 1) + " GiB";
      if (value >= 0x1p20) return decimals(value / 0x1p20, 1) + " MiB";
      if (value >= 0x1p10) return decimals(value / 0x1p10, 1) + " KiB";
      return decimals(value, 0) + " B";
    case unit::count:
      break;
  }
  return grouped(whole_count(value));
}

comparison compare(std::vector<run_summary> const& before, std::vector<run_summary> const& after) {
  comparison c;
  c.before_runs = before.size();
  c.after_runs = after.size();
  for (auto const& m : measures()) c.numbers.push_back(measure_change(m.name, m.label, m.kind, before, after, m.get));
  compare_tasks(c, before, after);
  add_notes(c, before, after);
  c.words.push_back(headline(c));
  add_work(c);
  add_parts(c);
  add_findings(c, before, after);
  return c;
}

}  // namespace apps::trace_report
