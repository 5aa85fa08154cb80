// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "table.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "text.hpp"

namespace apps {
namespace {

std::string cell(double value, int digits) {
  if (!std::isfinite(value)) return "-";
  if (digits == 0 && value >= 0) return grouped(static_cast<std::uint64_t>(std::llround(value)));
  return decimals(value, digits);
}

}  // namespace

std::string table::text() const {
  std::vector<std::vector<std::string>> lines(1);
  for (auto const& c : columns_) lines.front().push_back(c.title);
  for (auto const& row : rows_) {
    auto& line = lines.emplace_back();
    for (std::size_t i = 0; i < columns_.size(); ++i) line.push_back(cell(row[i], columns_[i].digits));
  }
  std::string text;
  for (auto const& line : lines) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      std::size_t width = 0;
      for (auto const& candidate : lines) width = std::max(width, candidate[i].size());
      text += std::string(width - line[i].size() + (i == 0 ? 2 : 3), ' ') + line[i];
    }
    text += '\n';
  }
  return text;
}

json table::rows() const {
  std::vector<json> row_objects;
  for (auto const& row : rows_) {
    json_object object;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      bool const whole = std::isfinite(row[i]) && row[i] == std::floor(row[i]) && columns_[i].digits == 0;
      object.add(columns_[i].key, whole ? json(static_cast<std::int64_t>(row[i])) : json(row[i]));
    }
    row_objects.emplace_back(object);
  }
  return json(row_objects);
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  auto const middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace apps
