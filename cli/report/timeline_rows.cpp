// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "timeline_rows.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace apps::trace_report {
namespace {

constexpr std::size_t most_worker_rows = 96;
constexpr std::size_t most_place_rows = 256;
constexpr std::size_t rows_with_fine_bins = 32;

/// Sums of the states of some workers, by bin of the axis.
struct row_sums {
  std::array<std::vector<double>, state_count> states;
  std::vector<double> present;
};

row_sums empty_sums() {
  row_sums sums;
  for (auto& s : sums.states) s.assign(axis_bins, 0);
  sums.present.assign(axis_bins, 0);
  return sums;
}

/// Thousandths of `workers`, where overhead is what the other states leave of the time in which the
/// workers exist.
std::array<std::vector<int>, shown_states> thousandths(row_sums const& sums, double workers, std::size_t width) {
  std::array<std::vector<int>, shown_states> result;
  for (std::size_t begin = 0; begin < axis_bins; begin += width) {
    std::array<double, shown_states> parts{};
    for (std::size_t i = begin; i < begin + width; ++i) {
      auto const& s = sums.states;
      double const idle = s[state_search][i] + s[state_sleep][i] + s[state_wait][i];
      double const existing = std::max(sums.present[i], s[state_in_slice][i] + idle);
      parts[0] += s[state_work][i];
      parts[1] += std::max(0.0, existing - idle - s[state_work][i]);
      parts[2] += s[state_search][i];
      parts[3] += s[state_sleep][i];
      parts[4] += s[state_wait][i];
    }
    double const scale = 1000 / (workers * static_cast<double>(width));
    for (std::size_t s = 0; s < shown_states; ++s) {
      result[s].push_back(static_cast<int>(std::lround(std::clamp(parts[s] * scale, 0.0, 1000.0))));
    }
  }
  return result;
}

timeline worker_timeline(run_summary const& run, std::size_t width) {
  timeline t{run.axis_width * static_cast<double>(width), "worker", {}};
  for (auto const& w : run.worker_rows) {
    auto sums = empty_sums();
    for (std::size_t s = 0; s < state_count; ++s) sums.states[s] = w.bins[s];
    sums.present = w.present;
    std::string const label = std::to_string(w.place) + "." + std::to_string(w.worker) + (w.spare ? " spare" : "");
    t.rows.push_back({label, w.place, 1, thousandths(sums, 1, width)});
  }
  return t;
}

timeline place_timeline(run_summary const& run, std::size_t width) {
  std::size_t const block = (run.places.size() + most_place_rows - 1) / most_place_rows;
  timeline t{run.axis_width * static_cast<double>(width), block == 1 ? "place" : "block of places", {}};
  for (std::size_t first = 0; first < run.places.size(); first += block) {
    std::size_t const last = std::min(run.places.size(), first + block) - 1;
    auto sums = empty_sums();
    double workers = 0;
    for (std::size_t p = first; p <= last; ++p) {
      auto const& place = run.places[p];
      workers += static_cast<double>(std::max<std::uint64_t>(place.workers, 1));
      for (std::size_t i = 0; i < axis_bins; ++i) {
        sums.present[i] += place.present[i];
        for (std::size_t s = 0; s < state_count; ++s) sums.states[s][i] += static_cast<double>(place.states[s][i]);
      }
    }
    std::string label = std::to_string(run.places[first].place);
    if (last > first) label += "–" + std::to_string(run.places[last].place);
    t.rows.push_back({label, run.places[first].place, workers, thousandths(sums, workers, width)});
  }
  return t;
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

timeline make_timeline(run_summary const& run) {
  bool const has_bins =
      std::all_of(run.worker_rows.begin(), run.worker_rows.end(), [](worker_row const& w) { return !w.bins.empty(); });
  if (run.worker_rows.size() > most_worker_rows || !has_bins) return place_timeline(run, 4);
  return worker_timeline(run, run.worker_rows.size() <= rows_with_fine_bins ? 2 : 4);
}

}  // namespace apps::trace_report
