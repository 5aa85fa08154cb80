// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The causes for which workers lose time, in words. blame.hpp divides the idle time among
// contention, long tasks, a place that keeps its tasks and serial phases. Time in the runtime and
// slow places are found from sums.

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "../skua/text.hpp"
#include "blame.hpp"
#include "summary.hpp"

namespace apps::trace_report {
namespace {

// Below these shares of the workers' time a finding is noise.
constexpr double least_share = 0.05;
constexpr double least_idle_share = 0.10;  // for idle time without a cause
constexpr double least_overhead_share = 0.15;
constexpr double small_task = 20e-6;  // s: below that the cost of a task may matter
constexpr std::size_t most_findings = 5;

std::string percent(double share) { return decimals(100 * share, share < 0.0995 ? 1 : 0) + " %"; }

std::string quoted(std::string const& name) { return "`" + short_name(name) + "`"; }

std::string count_text(double count, std::string const& noun) {
  return grouped(whole_count(count)) + " " + noun + (whole_count(count) == 1 ? "" : "s");
}

std::string join(std::vector<std::string> const& names, std::size_t limit) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), limit); ++i) text += (i > 0 ? ", " : "") + names[i];
  if (names.size() > limit) text += " and " + std::to_string(names.size() - limit) + " more";
  return text;
}

/// The names that ran in these bins, most time first, as far as they have a tenth of it.
std::vector<std::string> names_in(run_summary const& run, std::vector<double> const& weights) {
  std::vector<std::pair<double, std::string>> times;
  double total = 0;
  for (auto const& [name, series] : run.name_series) {
    double sum = 0;
    for (std::size_t i = 0; i < series.size(); ++i) sum += weights[i] > 0 ? series[i] : 0;
    total += sum;
    times.emplace_back(sum, name);
  }
  std::sort(times.rbegin(), times.rend());
  std::vector<std::string> names;
  for (auto const& [time, name] : times) {
    if (time > 0.1 * total) names.push_back(quoted(name));
  }
  return names;
}

std::string place_word(std::vector<std::uint32_t> const& places) {
  std::vector<std::string> numbers;
  for (auto const place : places) numbers.push_back(std::to_string(place));
  return (places.size() == 1 ? "place " : "places ") + join(numbers, 4);
}

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

void find_ended_early(run_summary const& run, std::vector<finding>& out) {
  std::vector<std::uint32_t> killed;
  double earliest = run.seconds;
  for (auto const& place : run.places) {
    if (place.ended) continue;
    killed.push_back(place.place);
    earliest = std::min(earliest, place.end);
  }
  if (killed.empty()) return;
  out.push_back({"no_end",
                 1,
                 capital(place_word(killed)) + (killed.size() == 1 ? " has" : " have") +
                     " no event `end`: killed, crashed or still running. Last event after " + duration(earliest) + ".",
                 "The numbers are about what was written before that. The exit codes of the run say why it ended.",
                 {{"places", static_cast<double>(killed.size())}, {"seconds", earliest}}});
}

std::string lock_advice(std::string const& reason) {
  return "Hold the " + reason + " for less, use several of them, or a reducer or atomic instead.";
}

/// Contention with all waits below the threshold of the trace.
void find_short_waits(run_summary const& run, double share, std::vector<finding>& out) {
  std::string reason;
  double seconds = 0;
  for (auto const& [name, time] : run.time.waits) {
    if (!is_lock(name) || time <= seconds) continue;
    reason = name;
    seconds = time;
  }
  out.push_back({"contention",
                 share,
                 percent(share) + " of the workers' time is idle while tasks wait for a " + reason + ": " +
                     duration(seconds) + " in all, each wait shorter than " + duration(run.threshold) + ".",
                 lock_advice(reason),
                 {{"seconds", seconds}}});
}

void find_contention(run_summary const& run, blame const& lost, std::vector<finding>& out) {
  double const share = lost.share(lost.locks);
  if (share < least_share) return;
  std::map<std::string, suspension_row> reasons;
  suspension_row worst;
  for (auto const& row : run.suspensions) {
    if (!is_lock(row.reason)) continue;
    auto& sum = reasons[row.reason];
    sum.count += row.count;
    sum.seconds += row.seconds;
    if (row.seconds > worst.seconds) worst = row;
  }
  if (worst.seconds <= 0) {
    find_short_waits(run, share, out);
    return;
  }
  auto const& sum = reasons[worst.reason];
  out.push_back({"contention",
                 share,
                 percent(share) + " of the workers' time is idle while tasks wait for a " + worst.reason + ": " +
                     count_text(sum.count, "wait") + ", " + duration(sum.seconds) + " in all, " +
                     duration(sum.seconds / sum.count) + " on average, most in " +
                     quoted(worst.task.empty() ? "task" : worst.task) + ".",
                 lock_advice(worst.reason),
                 {{"waits", sum.count}, {"seconds", sum.seconds}}});
}

void find_huge_tasks(run_summary const& run, blame const& lost, std::vector<finding>& out) {
  double const share = lost.share(lost.long_tasks);
  if (share < least_share || lost.blamed_slices.empty()) return;
  double longest = 0;
  double end = 0;
  std::map<std::string, double> names;
  for (auto const& slice : lost.blamed_slices) {
    longest = std::max(longest, slice.seconds());
    end = std::max(end, slice.end);
    names[slice.name] += slice.seconds();
  }
  auto const main = std::max_element(names.begin(), names.end(), [](auto& a, auto& b) { return a.second < b.second; });
  auto const count = lost.blamed_slices.size();
  std::string const where = end > 0.97 * run.seconds ? " at the end" : "";
  std::string const tasks =
      count == 1 ? "a task of " + duration(longest) : std::to_string(count) + " tasks of up to " + duration(longest);
  out.push_back({"huge_task",
                 share,
                 percent(share) + " idle: workers wait for " + tasks + where + " (" + quoted(main->first) + ").",
                 "Spawn smaller tasks in " + quoted(main->first) + ", or start the long ones first.",
                 {{"tasks", static_cast<double>(count)}, {"longest_seconds", longest}}});
}

/// The place whose tasks of the same names take longest, and how much longer.
struct slow_place {
  std::uint32_t place = 0;
  double ratio = 0;
  double excess = 0;     ///< s
  std::string name;      ///< the task that shows it best
  double mean = 0;       ///< s, of that task at this place
  double elsewhere = 0;  ///< s, of that task at the other places
};

slow_place slowest_place(run_summary const& run) {
  std::map<std::string, std::vector<std::pair<std::uint32_t, task_sums const*>>> by_name;
  for (auto const& [place, row] : run.place_tasks) by_name[row.name].emplace_back(place, &row.sums);
  std::map<std::uint32_t, slow_place> slow;
  std::map<std::uint32_t, double> expected;
  std::map<std::uint32_t, double> actual;
  constexpr std::size_t many = 64;  // places
  for (auto const& [name, rows] : by_name) {
    task_sums total;
    for (auto const& [place, sums] : rows) total.merge(*sums);
    for (auto const& [place, sums] : rows) {
      // Of many places this one hardly counts.
      task_sums rest = rows.size() > many ? total : task_sums{};
      for (std::size_t i = 0; rows.size() <= many && i < rows.size(); ++i) {
        if (rows[i].first != place) rest.merge(*rows[i].second);
      }
      constexpr double enough = 20;  // tasks
      if (sums->sizes < enough || rest.sizes < enough || rest.mean <= 0) continue;
      // Long tasks are few, and vary: the difference must be four times its standard error.
      double const error =
          std::sqrt(sums->squares / (sums->sizes * sums->sizes) + rest.squares / (rest.sizes * rest.sizes));
      if (sums->mean - rest.mean < 4 * error && sums->mean > rest.mean) continue;
      expected[place] += rest.mean * sums->sizes;
      actual[place] += sums->mean * sums->sizes;
      auto& s = slow[place];
      double const excess = (sums->mean - rest.mean) * sums->sizes / 1e9;
      if (s.name.empty() || excess > s.excess) {
        s = {place, 0, excess, name, sums->mean / 1e9, rest.mean / 1e9};
      }
    }
  }
  slow_place worst;
  for (auto& [place, s] : slow) {
    s.ratio = expected[place] > 0 ? actual[place] / expected[place] : 0;
    s.excess = (actual[place] - expected[place]) / 1e9;
    if (s.ratio > worst.ratio) worst = s;
  }
  return worst;
}

/// True if it explains the idle time of the others, too.
bool find_slow_place(run_summary const& run, blame const& lost, std::vector<finding>& out) {
  constexpr double least_ratio = 1.4;
  auto const slow = slowest_place(run);
  if (slow.ratio < least_ratio) return false;
  bool const keeps_others_waiting =
      lost.busy_places.size() == 1 && lost.busy_places.contains(slow.place) && lost.places > 0;
  double const share = slow.excess / lost.total() + (keeps_others_waiting ? lost.share(lost.places) : 0);
  if (share < least_share) return false;
  out.push_back({"slow_place",
                 share,
                 "Place " + std::to_string(slow.place) + " is slow: " + quoted(slow.name) + " takes " +
                     duration(slow.mean) + " there and " + duration(slow.elsewhere) + " elsewhere, " +
                     decimals(slow.ratio, 1) + " times as long over all its tasks.",
                 "Look at the host of this place: other programs, a lower clock, shared or unpinned processors, memory "
                 "of another node. Or its tasks are larger.",
                 {{"place", static_cast<double>(slow.place)}, {"ratio", slow.ratio}}});
  return keeps_others_waiting;
}

void find_uneven_places(run_summary const& run, blame const& lost, std::vector<finding>& out) {
  double const share = lost.share(lost.places);
  if (share < least_share) return;
  double work = 0;
  double asks = 0;
  double refusals = 0;
  for (auto const& place : run.places) {
    work += place.time.work;
    asks += place.asks;
    refusals += place.refusals;
  }
  std::vector<std::uint32_t> busy;
  double busy_work = 0;
  for (auto const& place : run.places) {
    if (!lost.busy_places.contains(place.place)) continue;
    busy.push_back(place.place);
    busy_work += place.time.work;
  }
  double const part = work > 0 ? busy_work / work : 0;
  std::string text = percent(share) + " idle: " + place_word(busy) + (busy.size() == 1 ? " has" : " have") +
                     " tasks while workers of other places have none (" + percent(part) + " of the work is there).";
  if (asks == 0) {
    text += " No place asks another one for tasks.";
  } else {
    text += " Of " + count_text(asks, "request") + " for tasks, " + grouped(whole_count(refusals)) + " were refused.";
  }
  out.push_back({"one_place",
                 share,
                 text,
                 "Let tasks travel: spawn them with `any`, or place them with `on(p)`. Tasks that may travel already "
                 "are too few, or each waits for the one before.",
                 {{"work_share", part}, {"requests", asks}, {"refused", refusals}}});
}

/// Where most of the serial time lies, if it is outside of all tasks.
std::string position_of(run_summary const& run, blame const& lost) {
  constexpr double few = 0.05;  // workers in tasks
  auto const has_tasks = [&](double workers) { return workers > few; };
  auto const first = std::find_if(run.in_tasks.begin(), run.in_tasks.end(), has_tasks) - run.in_tasks.begin();
  auto const last = run.in_tasks.rend() - std::find_if(run.in_tasks.rbegin(), run.in_tasks.rend(), has_tasks);
  auto const begin = lost.serial_bins.begin();
  double const before = std::accumulate(begin, begin + first, 0.0);
  double const after = last > first ? std::accumulate(begin + last, lost.serial_bins.end(), 0.0) : 0;
  if (before > 0.7 * lost.serial) return ", before the first task";
  return after > 0.7 * lost.serial ? ", after the last task" : "";
}

/// What suspended tasks wait for most, except for their children.
std::string longest_wait(run_summary const& run) {
  for (auto const& row : run.suspensions) {
    if (row.reason == "finish") continue;
    return " Tasks wait for `" + row.reason + "` for " + duration(row.seconds) + " in all, most in " +
           quoted(row.task.empty() ? "task" : row.task) + ".";
  }
  return "";
}

void find_serial_chain(run_summary const& run, blame const& lost, std::vector<finding>& out) {
  double const share = lost.share(lost.serial);
  if (share < least_share) return;
  double seconds = 0;
  double in_tasks = 0;
  for (std::size_t i = 0; i < axis_bins; ++i) {
    if (lost.serial_bins[i] <= 0) continue;
    seconds += run.axis_width;
    in_tasks += run.in_tasks[i] * run.axis_width;
  }
  std::string const when = percent(share) + " idle: for " + duration(seconds) + " (" + percent(seconds / run.seconds) +
                           " of the run" + position_of(run, lost) + ") ";
  auto const names = names_in(run, lost.serial_bins);
  finding result{"serial", share, when, "", {{"seconds", seconds}}};
  if (names.empty() || in_tasks < 0.3 * seconds) {
    result.text += "hardly any worker was in a task." + longest_wait(run);
    result.advice = "Look at what the program waits for then: messages, timers, input, a thread that is no worker.";
  } else {
    result.text += "about one worker or none was active. There ran " + join(names, 3) + ", one after another.";
    result.advice = "Find what each " + names.front() +
                    " waits for: a `get` or `finish` right after the spawn, or a real dependence. More workers do not "
                    "help there.";
  }
  out.push_back(std::move(result));
}

void find_small_tasks(run_summary const& run, blame const& lost, std::vector<finding>& out) {
  double const share = run.time.overhead / lost.total();
  if (share < least_overhead_share || run.tasks < 1) return;
  task_row const* frequent = nullptr;
  for (auto const& row : run.task_rows) {
    if (frequent == nullptr || row.sums.count > frequent->sums.count) frequent = &row;
  }
  double const mean = frequent->mean();
  double const overhead = run.time.overhead / run.tasks;
  if (mean < small_task) {
    out.push_back({"small_tasks",
                   share,
                   percent(share) + " of the workers' time is the runtime's: " + count_text(run.tasks, "task") +
                       ", most of them " + quoted(frequent->name) + " with " + duration(mean) + " on average, " +
                       duration(overhead) + " of overhead for each task.",
                   "Make " + quoted(frequent->name) +
                       " larger: a cutoff below which it calls itself without spawning, or blocks of a loop.",
                   {{"tasks", run.tasks}, {"mean_seconds", mean}, {"overhead_seconds", overhead}}});
    return;
  }
  std::string where;
  if (auto const pack = run.counters.find("seconds_pack"); pack != run.counters.end() && pack->second > 0) {
    where = " Writing and reading what goes to other places takes " + duration(pack->second) + " of it.";
  }
  out.push_back({"overhead",
                 share,
                 percent(share) +
                     " of the workers' time is neither in a task nor idle, but in the runtime, although "
                     "tasks are large (" +
                     duration(mean) + " on average)." + where,
                 "Look at large arguments, many messages, and code between tasks. More threads than processors show up "
                 "here, too.",
                 {{"overhead_seconds", run.time.overhead}}});
}

void find_idle(run_summary const& run, blame const& lost, std::vector<finding>& out) {
  double const share = lost.share(lost.rest);
  if (share < least_idle_share) return;
  std::vector<std::pair<double, std::string>> parts{{run.time.search, "looking for tasks"}, {run.time.sleep, "asleep"}};
  for (auto const& [reason, seconds] : run.time.waits) parts.emplace_back(seconds, "waiting for " + quoted(reason));
  std::sort(parts.rbegin(), parts.rend());
  out.push_back({"idle",
                 share,
                 percent(share) + " idle with tasks at some workers only: on average " +
                     decimals(run.parallelism(), 1) + " of " + std::to_string(run.workers) +
                     " workers are in tasks. Most idle time is spent " + parts.front().second + ".",
                 "There are too few tasks at a time. Spawn earlier, divide tasks further, or use fewer workers.",
                 {{"parallelism", run.parallelism()}, {"workers", static_cast<double>(run.workers)}}});
}

}  // namespace

std::vector<finding> find_causes(run_summary const& run) {
  auto const lost = blame_idle_time(run);
  std::vector<finding> causes;
  if (lost.total() > 0) {
    find_contention(run, lost, causes);
    find_huge_tasks(run, lost, causes);
    if (!find_slow_place(run, lost, causes)) find_uneven_places(run, lost, causes);
    find_serial_chain(run, lost, causes);
    find_small_tasks(run, lost, causes);
    find_idle(run, lost, causes);
  }
  std::sort(causes.begin(), causes.end(), [](finding const& a, finding const& b) {
    return a.share != b.share ? a.share > b.share : a.kind < b.kind;
  });
  std::vector<finding> findings;
  find_ended_early(run, findings);
  for (auto& cause : causes) {
    if (findings.size() < most_findings) findings.push_back(std::move(cause));
  }
  return findings;
}

}  // namespace apps::trace_report
