// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Two kinds of plots as SVG text for a page.

#pragma once

#include <string>
#include <vector>

namespace apps::sim {

/// As the text of a page: characters that mean something there are written otherwise.
std::string escaped(std::string const& text);

struct svg_bar {
  std::string name;
  double value;
  double low;  ///< of the whisker
  double high;
};

/// Bars beside each other from 0 to `most` (0: what is needed), with a line across at `mark` unless
/// that is 0.
std::string svg_bars(std::vector<svg_bar> const& bars, std::string const& unit, double most, double mark = 0);

struct svg_curve {
  std::string name;
  double length;  ///< what the points are spread over evenly
  std::vector<double> points;
};

/// Curves over a common axis, from 0 to `most`.
std::string svg_curves(std::vector<svg_curve> const& curves, double most);

}  // namespace apps::sim
