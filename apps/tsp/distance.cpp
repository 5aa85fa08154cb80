// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "distance.hpp"

#include <cmath>

namespace apps::tsp {
namespace {

double straight_line(point const& a, point const& b) { return std::hypot(a.x - b.x, a.y - b.y); }

double euclidean(point const& a, point const& b) { return std::floor(straight_line(a, b) + 0.5); }

double rounded_up_distance(point const& a, point const& b) { return std::ceil(straight_line(a, b)); }

/// "Pseudo-Euclidean": always rounded up.
double att(point const& a, point const& b) {
  double const exact = std::sqrt(((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)) / 10.0);
  return std::ceil(exact);
}

double radians(double degrees_and_minutes) {
  // Pi and the radius of the earth are those of the definition: more digits would give other
  // optima. The fraction of a coordinate is minutes, not parts of a degree.
  constexpr double pi = 3.141592;
  double const degrees = std::trunc(degrees_and_minutes);
  double const minutes = degrees_and_minutes - degrees;
  return pi * (degrees + 5.0 * minutes / 3.0) / 180.0;
}

double geographical(point const& a, point const& b) {
  constexpr double radius = 6378.388;
  double const q1 = std::cos(radians(a.y) - radians(b.y));
  double const q2 = std::cos(radians(a.x) - radians(b.x));
  double const q3 = std::cos(radians(a.x) + radians(b.x));
  return std::trunc(radius * std::acos(0.5 * ((1.0 + q1) * q2 - (1.0 - q1) * q3)) + 1.0);
}

}  // namespace

distance_function distance_of_type(std::string_view type) {
  if (type == "EUC_2D") return euclidean;
  if (type == "CEIL_2D") return rounded_up_distance;
  if (type == "ATT") return att;
  if (type == "GEO") return geographical;
  return nullptr;
}

}  // namespace apps::tsp
