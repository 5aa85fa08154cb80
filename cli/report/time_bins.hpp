// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Time in several states, added up in bins of equal width: a timeline in bounded memory.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace apps::trace_report {

/// Begins with bins of about a microsecond. When the times no longer fit into the greatest number
/// of bins, two neighbours become one. So a full series has at least half that number. Times may
/// come in any order.
class time_bins {
 public:
  time_bins(std::size_t states, std::size_t most_bins) : states_(states), most_bins_(most_bins) {}

  /// Adds `weight` for each ns between the times.
  void add(std::size_t state, std::int64_t begin, std::int64_t end, double weight = 1);

  /// Bins as other bins: out[i] gets what lies between begin + i * width and the same of i + 1 of
  /// `state`, after `shift` ns are added to the times. A bin that lies in two is divided
  /// evenly.
  void add_to(std::vector<double>& out, std::size_t state, double begin, double width, double shift) const;

  /// Reduces the number of bins from now on.
  void limit(std::size_t most_bins);

  [[nodiscard]] bool empty() const { return sums_.empty(); }
  [[nodiscard]] std::size_t bins() const { return sums_.size() / states_; }
  [[nodiscard]] std::int64_t width() const { return std::int64_t{1} << scale_; }  ///< ns

 private:
  void cover(std::int64_t first, std::int64_t last);
  void coarsen();

  std::size_t states_;
  std::size_t most_bins_;
  int scale_ = 10;            // a bin is 2^scale_ ns wide
  std::int64_t first_ = 0;    // bin number of the first bin: its begin is first_ << scale_
  std::vector<double> sums_;  // by bin, then by state; ns
};

}  // namespace apps::trace_report
