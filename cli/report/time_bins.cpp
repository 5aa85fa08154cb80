// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "time_bins.hpp"

#include <algorithm>
#include <cmath>

namespace apps::trace_report {

void time_bins::coarsen() {
  std::int64_t const count = static_cast<std::int64_t>(bins());
  std::int64_t const first = first_ >> 1;  // rounds down, also below zero
  std::int64_t const last = count == 0 ? first : (first_ + count - 1) >> 1;
  std::vector<double> sums(count == 0 ? 0 : static_cast<std::size_t>(last - first + 1) * states_);
  for (std::int64_t i = 0; i < count; ++i) {
    auto const target = static_cast<std::size_t>(((first_ + i) >> 1) - first) * states_;
    for (std::size_t s = 0; s < states_; ++s) sums[target + s] += sums_[static_cast<std::size_t>(i) * states_ + s];
  }
  sums_ = std::move(sums);
  first_ = first;
  ++scale_;
}

/// Makes the bins between these numbers exist, if they are few enough: check again after a change
/// of the scale.
void time_bins::cover(std::int64_t first, std::int64_t last) {
  if (sums_.empty()) {
    first_ = first;
    sums_.assign(static_cast<std::size_t>(last - first + 1) * states_, 0);
    return;
  }
  if (first < first_) {
    sums_.insert(sums_.begin(), static_cast<std::size_t>(first_ - first) * states_, 0);
    first_ = first;
  }
  auto const needed = static_cast<std::size_t>(last - first_ + 1) * states_;
  if (needed > sums_.size()) sums_.resize(needed, 0);
}

void time_bins::limit(std::size_t most_bins) {
  most_bins_ = std::max<std::size_t>(most_bins, 2);
  while (bins() > most_bins_) coarsen();
}

void time_bins::add(std::size_t state, std::int64_t begin, std::int64_t end, double weight) {
  if (end <= begin) return;
  for (;;) {
    std::int64_t const first = begin >> scale_;
    std::int64_t const last = (end - 1) >> scale_;
    std::int64_t const all_first = sums_.empty() ? first : std::min(first, first_);
    std::int64_t const all_last = sums_.empty() ? last : std::max(last, first_ + static_cast<std::int64_t>(bins()) - 1);
    if (all_last - all_first < static_cast<std::int64_t>(most_bins_) || scale_ >= 60) {
      cover(first, last);
      break;
    }
    coarsen();
  }
  for (std::int64_t bin = begin >> scale_; bin <= (end - 1) >> scale_; ++bin) {
    std::int64_t const from = std::max(begin, bin << scale_);
    // The last bin of all times would end after the greatest number.
    std::int64_t const to = std::min(end - 1, (bin << scale_) + (width() - 1)) + 1;
    sums_[static_cast<std::size_t>(bin - first_) * states_ + state] += static_cast<double>(to - from) * weight;
  }
}

void time_bins::add_to(std::vector<double>& out, std::size_t state, double begin, double width, double shift) const {
  double const own = static_cast<double>(this->width());
  for (std::size_t i = 0; i < bins(); ++i) {
    double const sum = sums_[i * states_ + state];
    if (sum == 0) continue;
    double const from = (static_cast<double>(first_ + static_cast<std::int64_t>(i)) * own + shift - begin) / width;
    double const to = from + own / width;
    // What lies outside goes to the first or the last bin: the edges of a bin are not those of the
    // run.
    double const count = static_cast<double>(out.size());
    double position = std::clamp(from, 0.0, count - 1e-9);
    double const stop = std::clamp(to, 0.0, count);
    if (stop <= position) {
      out[std::min(out.size() - 1, static_cast<std::size_t>(position))] += sum;
      continue;
    }
    double const density = sum / (stop - position);
    while (position < stop) {
      auto const bin = static_cast<std::size_t>(position);
      if (bin >= out.size()) break;
      double const next = std::min(stop, static_cast<double>(bin) + 1);
      out[bin] += density * (next - position);
      position = next;
    }
  }
}

}  // namespace apps::trace_report
