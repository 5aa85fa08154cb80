// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The causes for which workers lose time, in words. blame.hpp divides the idle time among
// contention, long tasks, a place that keeps its tasks and serial phases. Time in the runtime and
// slow places are found from sums.

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

#include "apps/common/text.hpp"
#include "blame.hpp"
#include "slow_place.hpp"
#include "small_tasks.hpp"
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

std::string nanoseconds(double seconds) { return decimals(seconds * 1e9, 0) + " ns"; }

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

/// The names that ran in these bins, most time first, if they have at least a tenth of it.
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

/// Of mutexes the share is contention. A semaphore may be a lock or a signal.
struct lock_words {
  wait_kind kind;
  char const* finding;
  double least;  ///< share
  char const* advice;
};
constexpr lock_words words_of_locks[] = {
    {wait_kind::mutex, "contention", least_share,
     "Hold the mutex for less, use several of them, or a reducer or atomic instead."},
    {wait_kind::semaphore, "semaphore", least_idle_share,
     "If it is a signal, let the task that gives it run earlier, and spawn other tasks for the meantime. If it limits "
     "how many tasks may continue, raise the limit, or keep a permit for less."}};

/// All waits are below the threshold of the trace: only idle workers show them.
void find_short_waits(run_summary const& run, lock_words const& words, double share, std::vector<finding>& out) {
  std::string reason;
  double longest = 0;
  for (auto const& [name, time] : run.time.waits) {
    if (kind_of_wait(name) != words.kind || time <= longest) continue;
    reason = name;
    longest = time;
  }
  out.push_back({words.finding,
                 share,
                 percent(share) + " of the workers' time is idle while tasks wait for a " + reason + ": " +
                     duration(longest) + " in all, each wait shorter than " + duration(run.threshold) + ".",
                 words.advice,
                 {{"seconds", longest}}});
}

void find_waits_for(run_summary const& run, lock_words const& words, double share, std::vector<finding>& out) {
  if (share < words.least) return;
  std::map<std::string, suspension_row> reasons;
  suspension_row worst;
  for (auto const& row : run.suspensions) {
    if (kind_of_wait(row.reason) != words.kind) continue;
    auto& sum = reasons[row.reason];
    sum.count += row.count;
    sum.seconds += row.seconds;
    if (row.seconds > worst.seconds) worst = row;
  }
  if (worst.seconds <= 0) {
    find_short_waits(run, words, share, out);
    return;
  }
  auto const& sum = reasons[worst.reason];
  out.push_back({words.finding,
                 share,
                 percent(share) + " of the workers' time is idle while tasks wait for a " + worst.reason + ": " +
                     count_text(sum.count, "wait") + ", " + duration(sum.seconds) + " in all, " +
                     duration(sum.seconds / sum.count) + " on average, most in " +
                     quoted(worst.task.empty() ? "task" : worst.task) + ".",
                 words.advice,
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

/// Empty if the workers of the place had processors for most of their time in tasks, or it is not
/// known.
std::string lost_processor(run_summary const& run, std::uint32_t id) {
  auto const place = std::find_if(run.places.begin(), run.places.end(), [&](auto const& p) { return p.place == id; });
  if (place == run.places.end() || place->processor_seconds <= 0 || place->time.work <= 0) return "";
  double const part = place->processor_seconds / place->time.work;
  return part > 0.8 ? "" : " Its workers had a processor for " + percent(part) + " of their time in tasks.";
}

/// Returns true if it also explains the idle time of the others.
bool find_slow_place(run_summary const& run, blame const& lost, std::vector<finding>& out) {
  std::optional<std::uint32_t> busy;  // while all others were idle
  if (lost.busy_places.size() == 1 && lost.places > 0) busy = *lost.busy_places.begin();
  auto const slowest = find_slowest_place(run, lost.share(lost.places) >= least_share ? busy : std::nullopt);
  if (!slowest) return false;
  auto const& slow = *slowest;
  bool const keeps_others_waiting = busy == slow.place;
  double const share = slow.excess / lost.total() + (keeps_others_waiting ? lost.share(lost.places) : 0);
  if (share < least_share) return false;
  out.push_back({"slow_place",
                 share,
                 "Place " + std::to_string(slow.place) + " is slow: " + quoted(slow.name) + " takes " +
                     duration(slow.mean) + " there and " + duration(slow.elsewhere) + " elsewhere, " +
                     decimals(slow.ratio, 1) + " times as long over all its tasks." + lost_processor(run, slow.place),
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

/// What tasks wait for in most of these bins, except for their children.
std::string longest_wait(run_summary const& run, std::vector<double> const& bins) {
  auto const length =
      static_cast<double>(std::count_if(bins.begin(), bins.end(), [](double lost) { return lost > 0; }));
  std::string longest;
  double greatest = 0.5 * length;
  for (auto const& [reason, waits] : run.waits) {
    if (reason == "finish") continue;
    double sum = 0;
    for (std::size_t i = 0; i < axis_bins; ++i) sum += bins[i] > 0 ? std::min(1.0, waits[i]) : 0;
    if (sum <= greatest) continue;
    longest = reason;
    greatest = sum;
  }
  return longest.empty() ? ""
                         : " In " + percent(greatest / length) + " of that time a task waits for `" + longest + "`.";
}

/// Whether the serial phases are those of one worker with tasks that are too small: another worker
/// that steals some of them has run them at once. They wait for nothing.
bool leaves_small_tasks(run_summary const& run, blame const& lost) {
  if (run.tasks < 1 || processor_time_of_tasks(run) >= run.tasks * steal_cost) return false;
  // The task that spawns them may take more of that time than they do.
  auto const names = names_in(run, lost.serial_bins);
  return std::ranges::find(names, quoted(most_frequent(run).name)) != names.end();
}

void find_serial_chain(run_summary const& run, blame const& lost, std::vector<finding>& out) {
  double const share = lost.share(lost.serial);
  if (share < least_share || leaves_small_tasks(run, lost)) return;
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
    result.text += "hardly any worker was in a task." + longest_wait(run, lost.serial_bins);
    result.advice = "Look at what the program waits for then: messages, timers, input, a thread that is not a worker.";
  } else {
    result.text += "about one worker or none was active. There ran " + join(names, 3) + ", one after another.";
    result.advice = "Find what each " + names.front() +
                    " waits for: a `get` or `finish` right after the spawn, or a real dependence. More workers do not "
                    "help there.";
  }
  out.push_back(std::move(result));
}

/// The worker measures up to 64 small tasks together: the runtime's time between them counts as
/// theirs, and is seen from their number only.
void find_small_tasks(run_summary const& run, blame const& lost, std::vector<finding>& out) {
  if (run.tasks < 1) return;
  double const between = run.time.overhead / lost.total();
  double const work = processor_time_of_tasks(run);
  double const cost = cost_share(run);
  double const serial = leaves_small_tasks(run, lost) ? lost.share(lost.serial) : 0;
  double const inside = cost * run.time.work / lost.total() + serial;
  auto const* const frequent = &most_frequent(run);
  bool const is_inside = (cost >= least_cost_share || serial > 0) && inside >= least_share;
  if (!is_inside && between < least_overhead_share) return;
  double const mean = frequent->mean();
  std::string const advice = "Make " + quoted(frequent->name) +
                             " larger: a cutoff below which it calls itself without spawning, or `for_async(n, body)` "
                             "instead of a loop that spawns: it makes a task of many iterations.";
  if (is_inside && inside >= between) {
    double const processor_mean = work / run.tasks;
    out.push_back({"small_tasks",
                   inside + between,
                   percent(inside + between) + " of the workers' time is the cost of " + count_text(run.tasks, "task") +
                       ", most of them " + quoted(frequent->name) +
                       ", which are too small: " + nanoseconds(processor_mean) + " each, of which " +
                       decimals(1e9 * task_cost, 0) + " are the task's cost. This cost is inside the tasks' time." +
                       (serial > 0 ? " For " + percent(serial) +
                                         " other workers were idle: a steal of such tasks costs "
                                         "more than they do."
                                   : ""),
                   advice,
                   {{"tasks", run.tasks}, {"mean_seconds", processor_mean}, {"cost_seconds", task_cost}}});
    return;
  }
  double const overhead = run.time.overhead / run.tasks;
  if (mean < small_task) {
    out.push_back({"small_tasks",
                   between,
                   percent(between) + " of the workers' time is the runtime's: " + count_text(run.tasks, "task") +
                       ", most of them " + quoted(frequent->name) + " with " + duration(mean) + " on average, " +
                       duration(overhead) + " of overhead for each task.",
                   advice,
                   {{"tasks", run.tasks}, {"mean_seconds", mean}, {"overhead_seconds", overhead}}});
    return;
  }
  std::string where;
  if (auto const pack = run.counters.find("seconds_pack"); pack != run.counters.end() && pack->second > 0)
    where = " Writing and reading what goes to other places takes " + duration(pack->second) + " of it.";
  out.push_back({"overhead",
                 between,
                 percent(between) +
                     " of the workers' time is neither in a task nor idle, but in the runtime, although "
                     "tasks are large (" +
                     duration(mean) + " on average)." + where,
                 "Look at large arguments, many messages, and code between tasks. More threads than processors also "
                 "show up here.",
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
    for (auto const& words : words_of_locks)
      find_waits_for(run, words, lost.share(words.kind == wait_kind::mutex ? lost.locks : lost.semaphores), causes);
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
