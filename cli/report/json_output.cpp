// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "output.hpp"

namespace apps::trace_report {
namespace {

using object = nlohmann::ordered_json;

constexpr std::size_t most_task_rows = 200;
constexpr std::size_t most_suspension_rows = 200;
constexpr std::size_t most_flow_rows = 20'000;
constexpr std::size_t listed_slices = 20;

/// Twelve digits: what follows is the rounding of sums, and a trace has no more.
void round_numbers(object& value) {
  if (value.is_structured()) {
    for (auto& part : value) round_numbers(part);
  } else if (value.is_number_float()) {
    auto const number = value.get<double>();
    if (!std::isfinite(number) || number == std::trunc(number)) return;
    std::array<char, 32> text{};
    auto const end = std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::general, 12).ptr;
    double rounded = number;
    (void)std::from_chars(text.data(), end, rounded);
    value = rounded;
  }
}

object list() { return object::array(); }

object finding_objects(run_summary const& run) {
  object rows = list();
  for (auto const& f : run.findings) {
    object numbers = object::object();
    for (auto const& [name, value] : f.numbers) numbers[name] = value;
    rows.push_back(
        {{"kind", f.kind}, {"share", f.share}, {"text", f.text}, {"advice", f.advice}, {"numbers", numbers}});
  }
  return rows;
}

object time_object(worker_time const& t) {
  object waits = object::object();
  for (auto const& [reason, seconds] : t.waits) waits[reason] = seconds;
  return {{"total", t.total()}, {"work", t.work}, {"overhead", t.overhead}, {"search", t.search},
          {"sleep", t.sleep},   {"wait", t.wait}, {"waits", waits}};
}

object parallelism_object(run_summary const& run) {
  constexpr std::size_t width = 2;
  return {{"average", run.parallelism()},          {"greatest", run.most_parallel},
          {"bin_seconds", run.axis_width * width}, {"in_tasks", averaged(run.in_tasks, width)},
          {"active", averaged(run.active, width)}, {"workers", averaged(run.present, width)}};
}

object joint_object(joint_tasks const& tasks) {
  if (tasks.count <= 0) return nullptr;
  return {{"name", tasks.name}, {"count", whole_count(tasks.count)}, {"seconds", tasks.nanoseconds / 1e9}};
}

object span_object(run_summary const& run) {
  object phases = list();
  for (std::size_t i = 0; i < std::min(run.serial_phases.size(), listed_slices); ++i) {
    phases.push_back({{"begin", run.serial_phases[i].begin}, {"end", run.serial_phases[i].end}});
  }
  object slices = list();
  for (std::size_t i = 0; i < std::min(run.long_slices.size(), listed_slices); ++i) {
    auto const& s = run.long_slices[i];
    slices.push_back({{"name", s.name},
                      {"place", s.place},
                      {"worker", s.worker},
                      {"begin", s.begin},
                      {"end", s.end},
                      {"seconds", s.seconds()}});
  }
  return {{"text", span_text(run)},
          {"longest_seconds", run.longest_piece()},
          {"longest_mean", joint_object(run.longest_mean)},
          {"longest_joint", joint_object(run.longest_joint)},
          {"serial_seconds", run.serial_seconds},
          {"serial_phases", phases},
          {"longest", slices}};
}

object task_objects(run_summary const& run) {
  object rows = list();
  for (std::size_t i = 0; i < std::min(run.task_rows.size(), most_task_rows); ++i) {
    auto const& row = run.task_rows[i];
    rows.push_back({{"name", row.name},
                    {"count", whole_count(row.sums.count)},
                    {"pieces", whole_count(row.sums.pieces)},
                    {"seconds", row.seconds()},
                    {"share", run.time.work > 0 ? row.seconds() / run.time.work : 0},
                    {"mean_seconds", row.mean()},
                    {"longest_seconds", row.sums.longest / 1e9}});
  }
  return rows;
}

object size_objects(run_summary const& run) {
  object rows = list();
  std::size_t first = size_buckets;
  std::size_t last = 0;
  for (std::size_t i = 0; i < size_buckets; ++i) {
    if (run.sizes[i].single + run.sizes[i].merged <= 0) continue;
    first = std::min(first, i);
    last = i;
  }
  for (std::size_t i = first; i <= last && first < size_buckets; ++i) {
    auto const& b = run.sizes[i];
    rows.push_back({{"from_seconds", i == 0 ? 0 : bucket_begin(i) / 1e9},
                    {"to_seconds", i + 1 < size_buckets ? object(bucket_begin(i + 1) / 1e9) : object(nullptr)},
                    {"single", whole_count(b.single)},
                    {"merged", whole_count(b.merged)},
                    {"seconds", b.nanoseconds / 1e9}});
  }
  return rows;
}

object suspension_objects(run_summary const& run) {
  object rows = list();
  for (std::size_t i = 0; i < std::min(run.suspensions.size(), most_suspension_rows); ++i) {
    auto const& s = run.suspensions[i];
    rows.push_back({{"reason", s.reason},
                    {"task", s.task},
                    {"count", whole_count(s.count)},
                    {"seconds", s.seconds},
                    {"longest_seconds", s.longest}});
  }
  return rows;
}

object flow_objects(std::vector<flow_row> flows, bool with_bytes) {
  // Of very many pairs those with most traffic are kept.
  if (flows.size() > most_flow_rows) {
    std::nth_element(flows.begin(), flows.begin() + most_flow_rows, flows.end(),
                     [](auto& a, auto& b) { return a.bytes + a.tasks > b.bytes + b.tasks; });
    flows.resize(most_flow_rows);
  }
  std::sort(flows.begin(), flows.end(),
            [](auto& a, auto& b) { return std::pair(a.from, a.to) < std::pair(b.from, b.to); });
  object rows = list();
  for (auto const& f : flows) {
    object row{{"from", f.from}, {"to", f.to}, {"steals", whole_count(f.steals)}, {"tasks", whole_count(f.tasks)}};
    if (with_bytes) {
      row["messages"] = whole_count(f.messages);
      row["bytes"] = whole_count(f.bytes);
      row["exact"] = f.exact;
    }
    rows.push_back(row);
  }
  return rows;
}

object place_objects(run_summary const& run) {
  object rows = list();
  for (auto const& p : run.places) {
    rows.push_back({{"place", p.place},
                    {"host", p.host},
                    {"workers", p.workers},
                    {"time", time_object(p.time)},
                    {"processor_seconds", p.processor_seconds > 0 ? object(p.processor_seconds) : object(nullptr)},
                    {"tasks", whole_count(p.tasks)},
                    {"steals_inside", whole_count(p.steals_inside)},
                    {"stolen_inside", whole_count(p.stolen_inside)},
                    {"requests", whole_count(p.asks)},
                    {"refused", whole_count(p.refusals)},
                    {"peak_memory", whole_count(p.peak_memory)},
                    {"ended", p.ended},
                    {"last_event_seconds", p.end},
                    {"lost_events", whole_count(p.lost)},
                    {"clock_shift_seconds", p.clock_shift},
                    {"clock_error_seconds", p.clock_bounded ? object(p.clock_error) : object(nullptr)}});
  }
  return rows;
}

object value_objects(std::vector<value_row> const& values, char const* kind) {
  object rows = list();
  for (auto const& v : values) {
    object row{{"kind", kind}, {"name", v.name}, {"count", whole_count(v.count)}};
    if (std::string_view(kind) == "span") row["seconds"] = v.seconds;
    if (std::string_view(kind) == "counter") {
      row["least"] = v.least;
      row["greatest"] = v.greatest;
    }
    rows.push_back(row);
  }
  return rows;
}

object run_object(run_summary const& run, char const* side) {
  object user = value_objects(run.marks, "mark");
  for (auto& row : value_objects(run.spans, "span")) user.push_back(row);
  for (auto& row : value_objects(run.user_counters, "counter")) user.push_back(row);
  return {{"side", side},
          {"files", run.files},
          {"bytes", run.bytes},
          {"events", run.events},
          {"lost_events", whole_count(run.lost)},
          {"program", title_of(run)},
          {"command", run.command},
          {"version", run.version},
          {"policy", run.policy},
          {"simulated", run.simulated},
          {"clocks", run.clocks},
          {"threshold_seconds", run.threshold},
          {"seconds", run.seconds},
          {"workers", run.workers},
          {"findings", finding_objects(run)},
          {"notes", run.notes},
          {"time", time_object(run.time)},
          {"processor_seconds", run.processor_seconds > 0 ? object(run.processor_seconds) : object(nullptr)},
          {"parallelism", parallelism_object(run)},
          {"span", span_object(run)},
          {"task_count", whole_count(run.tasks)},
          {"task_pieces", whole_count(run.pieces)},
          {"task_names", run.task_rows.size()},
          {"tasks", task_objects(run)},
          {"sizes", size_objects(run)},
          {"sizes_text", sizes_text(run)},
          {"suspensions", suspension_objects(run)},
          {"places", place_objects(run)},
          {"place_flows", flow_objects(run.place_flows, true)},
          {"worker_steals", flow_objects(run.worker_flows, false)},
          {"user", user},
          {"cancels", whole_count(run.cancels)},
          {"incumbents", whole_count(run.incumbents)},
          {"counters", run.counters}};
}

object change_objects(std::vector<change> const& changes) {
  object rows = list();
  for (auto const& c : changes) {
    object interval = nullptr;
    if (c.has_interval) interval = object::array({c.ratio_low, c.ratio_high});
    rows.push_back({{"name", c.name},
                    {"label", c.label},
                    {"unit", c.kind == unit::seconds   ? "s"
                             : c.kind == unit::bytes   ? "bytes"
                             : c.kind == unit::workers ? "workers"
                                                       : ""},
                    {"before", c.before},
                    {"after", c.after},
                    {"before_range", object::array({c.before_least, c.before_greatest})},
                    {"after_range", object::array({c.after_least, c.after_greatest})},
                    {"ratio", c.before > 0 ? object(c.ratio) : object(nullptr)},
                    {"ratio_interval", interval},
                    {"differs", c.differs}});
  }
  return rows;
}

}  // namespace

std::string json_text(report_data const& data) {
  object runs = list();
  bool const is_comparison = data.changes.has_value();
  for (auto const& run : data.runs) runs.push_back(run_object(run, is_comparison ? "before" : ""));
  for (auto const& run : data.after) runs.push_back(run_object(run, "after"));
  object comparison = nullptr;
  if (is_comparison) {
    auto const& c = *data.changes;
    comparison = {{"before_runs", c.before_runs},
                  {"after_runs", c.after_runs},
                  {"words", c.words},
                  {"notes", c.notes},
                  {"numbers", change_objects(c.numbers)},
                  {"tasks", change_objects(c.tasks)},
                  {"task_means", change_objects(c.means)}};
  }
  object document{{"report", 1}, {"runs", runs}, {"comparison", comparison}};
  round_numbers(document);
  // Names of tasks are bytes of the program: what is not UTF-8 is replaced.
  return document.dump(-1, ' ', false, object::error_handler_t::replace);
}

}  // namespace apps::trace_report
