// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tasks of one name differ in size, and a place may get the larger ones: by chance, or because its
// subtree is larger. So a longer mean alone says nothing. At a slow place
// - tasks take longer in all parts of the run, by about the same factor. In a search the means of
//   two places differ by a factor of ten from one part to the next, in either direction;
// - nearly all of the time there is in names that take longer. At a place with a larger part of the
//   data it may be one name of several;
// - there are several such names, or the sizes spread as they do elsewhere, or the other places
//   have nothing to do at that time.

#include "slow_place.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace apps::trace_report {
namespace {

constexpr double least_ratio = 1.4;
constexpr double enough_tasks = 20;         // of a name, here and elsewhere
constexpr double enough_tasks_in_part = 3;  // of a name, here and elsewhere
constexpr double enough_parts = 8;
constexpr double most_pieces = 0.1;       // of the tasks: others have gone on in another part of the run
constexpr double least_factor = 1.2;      // of a name, as the mean over the parts of the run
constexpr double standard_errors = 4;     // that the logarithm of this factor is above 0
constexpr double steady_share = 0.8;      // of the parts of the run: tasks take longer in them
constexpr double least_comparable = 0.5;  // of a place's work
constexpr double slow_share = 0.8;        // of the comparable work
constexpr double notable_share = 0.05;    // of the comparable work: a name that counts as one of several

struct name_sums {
  task_sums tasks;
  std::vector<double> busy = std::vector<double>(load_parts);
  std::vector<double> counts = std::vector<double>(load_parts);
};

double mean_of(task_sums const& sums) { return sums.count > 0 ? sums.busy / sums.count : 0; }

/// The standard deviation of the logarithm of sizes.
double spread_of(task_sums const& sums) {
  if (sums.count <= 0) return 0;
  double const mean = sums.log_sum / sums.count;
  return std::sqrt(std::max(0.0, sums.log_squares / sums.count - mean * mean));
}

bool are_comparable(task_sums const& local, task_sums const& elsewhere) {
  auto const is_enough = [](task_sums const& sums) {
    return sums.count >= enough_tasks && sums.busy > 0 && sums.pieces <= most_pieces * sums.count;
  };
  return is_enough(local) && is_enough(elsewhere);
}

/// True if tasks of this name take longer here in nearly all parts of the run.
bool is_steadily_slower(place_task const& local, name_sums const& total) {
  if (local.counts.empty()) return false;
  double parts = 0;
  double slower = 0;
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < load_parts; ++i) {
    double const count = total.counts[i] - local.counts[i];
    double const busy = total.busy[i] - local.busy[i];
    if (local.counts[i] < enough_tasks_in_part || count < enough_tasks_in_part || busy <= 0 || local.busy[i] <= 0)
      continue;
    double const factor = std::log(local.busy[i] / local.counts[i] / (busy / count));
    ++parts;
    slower += factor > 0 ? 1 : 0;
    sum += factor;
    squares += factor * factor;
  }
  if (parts < enough_parts || slower < steady_share * parts) return false;
  double const mean = sum / parts;
  double const error = std::sqrt(std::max(0.0, squares / parts - mean * mean) / (parts - 1));
  return mean >= std::log(least_factor) && mean >= standard_errors * error;
}

bool has_similar_spread(task_sums const& local, task_sums const& elsewhere) {
  auto const [least, greatest] = std::minmax(spread_of(local), spread_of(elsewhere));
  return greatest <= 1.5 * least + 0.3;
}

using sums_by_name = std::map<std::string, name_sums>;

sums_by_name sums_of(run_summary const& run) {
  sums_by_name total;
  for (auto const& task : run.place_tasks) {
    auto& sums = total[task.row.name];
    sums.tasks.add(task.row.sums);
    for (std::size_t i = 0; i < task.counts.size(); ++i) {
      sums.busy[i] += task.busy[i];
      sums.counts[i] += task.counts[i];
    }
  }
  return total;
}

/// What is known of one place, ns.
struct place_comparison {
  double work = 0;
  double comparable = 0;  ///< in names that are comparable
  double expected = 0;    ///< what these would take elsewhere
  double slower = 0;      ///< in names that take steadily longer here
  double similar = 0;     ///< of these, in names whose sizes spread as elsewhere
  std::vector<double> slower_names;
  slow_place result;
};

void add_name(place_comparison& place, place_task const& task, name_sums const& total) {
  task_sums const& local = task.row.sums;
  place.work += local.busy;
  task_sums elsewhere = total.tasks;
  elsewhere.add(local, -1);
  if (!are_comparable(local, elsewhere)) return;
  double const expected = mean_of(elsewhere) * local.count;
  place.comparable += local.busy;
  place.expected += expected;
  if (!is_steadily_slower(task, total)) return;
  place.slower += local.busy;
  place.slower_names.push_back(local.busy);
  if (has_similar_spread(local, elsewhere)) place.similar += local.busy;
  auto& s = place.result;
  double const excess = (local.busy - expected) / 1e9;
  if (s.name.empty() || excess > s.excess)
    s = {task.place, 0, excess, task.row.name, mean_of(local) / 1e9, mean_of(elsewhere) / 1e9};
}

bool is_slow(place_comparison const& place, bool others_wait) {
  if (place.expected <= 0 || place.comparable < least_ratio * place.expected) return false;
  if (place.comparable < least_comparable * place.work || place.slower < slow_share * place.comparable) return false;
  auto const names = std::count_if(place.slower_names.begin(), place.slower_names.end(),
                                   [&](double busy) { return busy >= notable_share * place.comparable; });
  return names > 1 || others_wait || place.similar >= slow_share * place.slower;
}

}  // namespace

std::optional<slow_place> find_slowest_place(run_summary const& run, std::optional<std::uint32_t> waits_for) {
  auto const total = sums_of(run);
  std::map<std::uint32_t, place_comparison> places;
  for (auto const& task : run.place_tasks) add_name(places[task.place], task, total.at(task.row.name));
  std::optional<slow_place> slowest;
  for (auto& [id, place] : places) {
    if (!is_slow(place, waits_for == id)) continue;
    auto result = place.result;
    result.ratio = place.comparable / place.expected;
    result.excess = (place.comparable - place.expected) / 1e9;
    if (!slowest || result.ratio > slowest->ratio) slowest = std::move(result);
  }
  return slowest;
}

}  // namespace apps::trace_report
