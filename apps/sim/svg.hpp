// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Two kinds of plots as SVG text for a page.

#pragma once

#include <string>
#include <vector>

namespace apps::sim {

/// Escapes the characters that have a meaning in HTML.
std::string escaped(std::string const& text);

struct svg_bar {
  std::string name;
  double value;
  double low;  ///< the lower end of the whisker
  double high;
};

/// Bars beside each other from 0 to `max_value` (0: fits the data), with a horizontal line at
/// `mark` unless it is 0.
std::string svg_bars(std::vector<svg_bar> const& bars, std::string const& unit, double max_value, double mark = 0);

struct svg_curve {
  std::string name;
  double length;  ///< the horizontal extent over which the points are spread evenly
  std::vector<double> points;
};

/// Curves over a common axis, from 0 to `max_value`.
std::string svg_curves(std::vector<svg_curve> const& curves, double max_value);

}  // namespace apps::sim
