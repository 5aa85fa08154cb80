// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm>
#include <cmath>
#include <string_view>

#include "apps/common/text.hpp"
#include "output.hpp"

namespace apps::trace_report {
namespace {

constexpr std::size_t columns = 80;
constexpr std::size_t curve_columns = 50;
constexpr std::size_t most_rows = 10;

/// Columns of UTF-8 text, one for each code point.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

/// Without control characters, and with at most `limit` columns.
std::string printable(std::string_view text, std::size_t limit) {
  std::string line;
  std::size_t used = 0;
  for (char const c : text) {
    auto const byte = static_cast<unsigned char>(c);
    bool const begins = (byte & 0xc0) != 0x80;
    if (begins && ++used > limit) {
      // The last column becomes the sign of omission.
      while (!line.empty() && (static_cast<unsigned char>(line.back()) & 0xc0) == 0x80) line.pop_back();
      if (!line.empty()) line.pop_back();
      return line + "…";
    }
    line += byte < 0x20 || byte == 0x7f ? '?' : c;
  }
  return line;
}

std::string left(std::string_view text, std::size_t width) {
  auto line = printable(text, width);
  return line + std::string(width - std::min(width, width_of(line)), ' ');
}

/// A column that a space separates from the one before, however long its text is.
std::string right(std::string_view text, std::size_t width) {
  return std::string(std::max(width, width_of(text) + 1) - width_of(text), ' ') + std::string(text);
}

/// Words in lines of at most 80 columns; the first line begins with `first`, the others with as
/// many blanks.
std::string wrapped(std::string const& first, std::string const& text) {
  std::string const indent(width_of(first), ' ');
  std::string lines;
  std::string line = first;
  bool is_empty = true;
  std::size_t begin = 0;
  while (begin < text.size()) {
    auto const end = std::min(text.find(' ', begin), text.size());
    std::string const word = printable(std::string_view(text).substr(begin, end - begin), columns - indent.size());
    begin = end + 1;
    if (!is_empty && width_of(line) + 1 + width_of(word) > columns) {
      lines += line + "\n";
      line = indent;
      is_empty = true;
    }
    line += (is_empty ? "" : " ") + word;
    is_empty = false;
  }
  return lines + line + "\n";
}

std::string share_text(double part, double total) { return decimals(total > 0 ? 100 * part / total : 0, 1) + " %"; }

std::string seconds_text(double seconds) { return value_text(seconds, unit::seconds); }

std::string count_text(double count) { return value_text(count, unit::count); }

/// Eight heights of a block character for values up to `greatest`.
std::string curve(std::vector<double> const& values, double greatest) {
  static constexpr std::array<char const*, 9> blocks{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  std::string text;
  for (double const value : values) {
    double const height = greatest > 0 ? std::clamp(value / greatest, 0.0, 1.0) * 8 : 0;
    text += blocks[static_cast<std::size_t>(height > 0 && height < 1 ? 1 : std::lround(height))];
  }
  return text;
}

/// A bar in eighths of a block; none for less than half an eighth.
std::string bar(double part, double greatest, std::size_t width) {
  static constexpr std::array<char const*, 8> ends{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  double const length = greatest > 0 ? part / greatest * static_cast<double>(width) : 0;
  auto const eighths = static_cast<std::size_t>(std::lround(8 * length));
  std::string text;
  for (std::size_t i = 0; i < eighths / 8; ++i) text += "█";
  return text + ends[eighths % 8];
}

std::string heading(std::string const& text) { return "\n" + text + "\n"; }

std::string more(std::size_t rows) {
  return rows > most_rows ? "  and " + grouped(rows - most_rows) + " more (in --json)\n" : "";
}

std::string findings_text(run_summary const& run) {
  std::string text = heading("What to read first");
  int number = 0;
  for (auto const& f : run.findings) {
    text += wrapped("  " + std::to_string(++number) + ". ", f.text);
    text += wrapped("     -> ", f.advice + " [" + f.kind + "]");
  }
  if (run.findings.empty()) {
    text += wrapped("  ", "Nothing stands out: workers spend " + share_text(run.time.work, run.time.total()) +
                              " of their time in tasks.");
  }
  for (auto const& note : run.notes) text += wrapped("  Note: ", note);
  return text;
}

std::string time_row(std::string const& label, double seconds, double total, std::size_t indent) {
  return std::string(indent, ' ') + left(label, 30 - indent) + right(seconds_text(seconds), 12) +
         right(share_text(seconds, total), 10) + "  " + bar(seconds, total, 24) + "\n";
}

std::string time_text(run_summary const& run) {
  auto const& t = run.time;
  std::string text = heading("Time of the workers");
  text += time_row("in tasks (work)", t.work, t.total(), 2);
  text += time_row("in the runtime (overhead)", t.overhead, t.total(), 2);
  text += time_row("idle: search", t.search, t.total(), 2);
  text += time_row("idle: sleep", t.sleep, t.total(), 2);
  for (auto const& [reason, seconds] : t.waits) {
    text += time_row("idle: wait for " + (reason.empty() ? "?" : reason), seconds, t.total(), 2);
  }
  text += heading("Parallelism");
  constexpr std::size_t width = axis_bins / curve_columns;
  text += "  in tasks  |" + curve(averaged(run.in_tasks, width), static_cast<double>(run.workers)) + "|\n";
  text += wrapped("  ", "On average " + decimals(run.parallelism(), 2) + " of " + std::to_string(run.workers) +
                            " workers are in tasks, at most " + decimals(run.most_parallel, 2) + ". " + span_text(run));
  return text;
}

std::string tasks_text(run_summary const& run) {
  std::string text = heading("Tasks: " + count_text(run.tasks) + ", by name");
  text += "  " + left("name", 25) + right("count", 14) + right("time", 10) + right("share", 9) + right("mean", 10) +
          right("longest", 10) + "\n";
  for (std::size_t i = 0; i < std::min(run.task_rows.size(), most_rows); ++i) {
    auto const& row = run.task_rows[i];
    text += "  " + left(short_name(row.name), 25) + right(count_text(row.sums.count), 14) +
            right(seconds_text(row.seconds()), 10) + right(share_text(row.seconds(), run.time.work), 9) +
            right(seconds_text(row.mean()), 10) + right(seconds_text(row.sums.longest / 1e9), 10) + "\n";
  }
  text += more(run.task_rows.size());
  text += heading("Sizes of tasks (+: slices of several tasks, by their mean)");
  double greatest = 0;
  for (auto const& b : run.sizes) greatest = std::max(greatest, b.single + b.merged);
  for (std::size_t i = 0; i < size_buckets; ++i) {
    auto const& b = run.sizes[i];
    double const count = b.single + b.merged;
    if (count <= 0) continue;
    text += "  " + right(seconds_text(bucket_begin(i) / 1e9), 8) + " – " +
            left(i + 1 < size_buckets ? seconds_text(bucket_begin(i + 1) / 1e9) : "", 8) +
            right(count_text(count) + (b.merged > 0 ? "+" : " "), 14) + right(seconds_text(b.nanoseconds / 1e9), 10) +
            "  " + bar(count, greatest, 28) + "\n";
  }
  if (auto const note = sizes_text(run); !note.empty()) text += wrapped("  ", note);
  return text;
}

std::string suspensions_text(run_summary const& run) {
  if (run.suspensions.empty()) return "";
  std::string text = heading("Waits of suspended tasks, by reason (finish: a scope)");
  text += "  " + left("reason", 16) + left("task", 24) + right("count", 12) + right("time", 12) + right("longest", 12) +
          "\n";
  for (std::size_t i = 0; i < std::min(run.suspensions.size(), most_rows); ++i) {
    auto const& s = run.suspensions[i];
    text += "  " + left(s.reason, 15) + " " + left(short_name(s.task), 24) + right(count_text(s.count), 12) +
            right(seconds_text(s.seconds), 12) + right(seconds_text(s.longest), 12) + "\n";
  }
  return text + more(run.suspensions.size());
}

std::string places_text(run_summary const& run) {
  std::string text = heading("Places");
  text += "  " + right("place", 5) + right("workers", 8) + right("work", 9) + right("overhead", 9) + right("idle", 9) +
          right("tasks", 14) + right("memory", 11) + "  host\n";
  for (std::size_t i = 0; i < std::min<std::size_t>(run.places.size(), 2 * most_rows); ++i) {
    auto const& p = run.places[i];
    double const total = p.time.total();
    text += "  " + right(std::to_string(p.place), 5) + right(std::to_string(p.workers), 8) +
            right(share_text(p.time.work, total), 9) + right(share_text(p.time.overhead, total), 9) +
            right(share_text(p.time.idle(), total), 9) + right(count_text(p.tasks), 14) +
            right(value_text(p.peak_memory, unit::bytes), 11) + "  " + printable(p.host, 11) + "\n";
  }
  if (run.places.size() > 2 * most_rows) text += "  and " + grouped(run.places.size() - 2 * most_rows) + " more\n";
  return text;
}

std::string flows_text(run_summary const& run) {
  auto flows = run.place_flows;
  bool const is_between = !flows.empty();
  if (!is_between) flows = run.worker_flows;
  if (flows.empty()) return "";
  std::sort(flows.begin(), flows.end(),
            [](auto& a, auto& b) { return std::pair(a.tasks, a.bytes) > std::pair(b.tasks, b.bytes); });
  std::string text =
      heading(is_between ? "Tasks stolen and bytes sent between places" : "Tasks stolen between workers");
  text += "  " + right("from", 6) + right("to", 6) + right("steals", 12) + right("tasks", 14) +
          (is_between ? right("messages", 14) + right("bytes", 14) : "") + "\n";
  for (std::size_t i = 0; i < std::min(flows.size(), most_rows); ++i) {
    auto const& f = flows[i];
    text += "  " + right(std::to_string(f.from), 6) + right(std::to_string(f.to), 6) + right(count_text(f.steals), 12) +
            right(count_text(f.tasks), 14);
    if (is_between) {
      text += right(count_text(f.messages), 14) + right((f.exact ? "" : ">") + value_text(f.bytes, unit::bytes), 14);
    }
    text += "\n";
  }
  return text + more(flows.size());
}

std::string run_text(run_summary const& run) {
  std::string first = (run.command.empty() ? title_of(run) : run.command) + ": " + seconds_text(run.seconds) +
                      (run.simulated ? " of virtual time, " : ", ") + std::to_string(run.places.size()) +
                      (run.places.size() == 1 ? " place, " : " places, ") + std::to_string(run.workers) +
                      (run.workers == 1 ? " worker" : " workers");
  if (!run.policy.empty()) first += ", policy " + run.policy;
  return wrapped("", first) + findings_text(run) + time_text(run) + tasks_text(run) + suspensions_text(run) +
         places_text(run) + flows_text(run);
}

std::string ratio_text(double ratio) { return decimals(ratio, ratio < 99.995 ? 2 : 0); }

std::string change_row(change const& c) {
  std::string ratio = c.before > 0 ? ratio_text(c.ratio) : "-";
  if (c.has_interval) ratio += " [" + ratio_text(c.ratio_low) + ", " + ratio_text(c.ratio_high) + "]";
  return std::string(c.differs ? "* " : "  ") + left(short_name(c.label), 31) +
         right(value_text(c.before, c.kind), 12) + right(value_text(c.after, c.kind), 12) + right(ratio, 21) + "\n";
}

std::string comparison_text(comparison const& c) {
  std::string text = "What changed\n";
  int number = 0;
  for (auto const& words : c.words) text += wrapped("  " + std::to_string(++number) + ". ", words);
  for (auto const& note : c.notes) text += wrapped("  Note: ", note);
  text += heading("Numbers (* differs)");
  text += "  " + left("", 31) + right("before", 12) + right("after", 12) + right("after/before", 21) + "\n";
  for (auto const& row : c.numbers) text += change_row(row);
  text += heading("Worker time by task");
  for (std::size_t i = 0; i < std::min(c.tasks.size(), most_rows); ++i) text += change_row(c.tasks[i]);
  return text + more(c.tasks.size());
}

}  // namespace

std::vector<double> averaged(std::vector<double> const& values, std::size_t width) {
  std::vector<double> averages;
  for (std::size_t begin = 0; begin < values.size(); begin += width) {
    std::size_t const end = std::min(values.size(), begin + width);
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) sum += values[i];
    averages.push_back(sum / static_cast<double>(end - begin));
  }
  return averages;
}

std::string title_of(run_summary const& run) {
  if (!run.program.empty()) return program_name(run.program);
  return run.files.empty() ? "run" : run.files.front();
}

namespace {

/// "at most 15.4 times as fast as with one": the work is `part` and more.
std::string most_speedup(run_summary const& run, double part) {
  return "at most " + decimals(run.time.work / part, 1) + " times as fast as with one";
}

/// The bound of the span that a trace has.
std::string text_of_longest(run_summary const& run) {
  double const mean = run.longest_mean.nanoseconds / 1e9;
  double const longest = std::max(run.longest_piece(), mean);
  if (longest <= 0) return "";
  std::string const& name = mean < longest ? run.long_slices.front().name : run.longest_mean.name;
  std::string text =
      "The trace does not say which task waited for which, so the span is not known. It is at least the longest "
      "stretch of one task, " +
      duration(longest) + " of `" + short_name(name) + "`: with any number of workers the run is " +
      most_speedup(run, longest) + ". ";
  auto const& joint = run.longest_joint;
  double const seconds = joint.nanoseconds / 1e9;
  if (seconds > longest) {
    text += "The trace measured " + count_text(joint.count) + " tasks of `" + short_name(joint.name) + "` together, " +
            duration(seconds) + ": if one of them took all of it, the run is " + most_speedup(run, seconds) + ". ";
  }
  return text;
}

}  // namespace

std::string sizes_text(run_summary const& run) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < size_buckets; ++i) {
    if (run.sizes[i].single + run.sizes[i].merged > 0) end = i + 1;
  }
  auto const row = std::max_element(run.task_rows.begin(), run.task_rows.end(),
                                    [](auto& a, auto& b) { return a.sums.longest < b.sums.longest; });
  if (end == 0 || end >= size_buckets || row == run.task_rows.end() || row->sums.longest < bucket_begin(end)) return "";
  return "A task may lie above the last row, with up to " + duration(row->sums.longest / 1e9) + " (`" +
         short_name(row->name) +
         "`): one of a slice of several counts with their mean, one that others interrupt with " + "its first stretch.";
}

std::string span_text(run_summary const& run) {
  std::string text = text_of_longest(run);
  if (run.workers > 1 && run.serial_seconds <= 0) {
    text += "More than one worker was active at all times.";
  } else if (run.workers > 1) {
    text += "For " + duration(run.serial_seconds) + " (" + share_text(run.serial_seconds, run.seconds) +
            " of the run) about one worker or none was active: the program, or its distribution, is serial there.";
  }
  return text;
}

std::string terminal_text(report_data const& data) {
  if (!data.changes) return run_text(data.runs.front());
  std::string text = comparison_text(*data.changes);
  for (auto const* side : {&data.runs, &data.after}) {
    auto const& run = side->front();
    text += "\n" + std::string(side == &data.runs ? "Before: " : "After: ") + printable(run.files.front(), 60) +
            (side->size() > 1 ? ", the first of " + std::to_string(side->size()) : "") + "\n" + findings_text(run);
  }
  return text;
}

}  // namespace apps::trace_report
