// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "text.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <utility>

namespace apps {
namespace {

template <typename... Values>
std::string format(char const* pattern, Values... values) {
  char buffer[128];
  std::snprintf(buffer, sizeof buffer, pattern, values...);
  return buffer;
}

/// The text of a cell of a table.
std::string cell(double value, int digits) {
  if (!std::isfinite(value)) return "-";
  if (digits == 0 && value >= 0) return grouped(static_cast<std::uint64_t>(std::llround(value)));
  return decimals(value, digits);
}

}  // namespace

std::string grouped(std::uint64_t number) {
  auto text = std::to_string(number);
  for (auto place = static_cast<std::ptrdiff_t>(text.size()) - 3; place > 0; place -= 3) {
    text.insert(static_cast<std::size_t>(place), 1, ',');
  }
  return text;
}

std::string duration(double seconds) {
  // Three digits would write 999.7 as 1e+03.
  if (seconds >= 999.5) return format("%.0f s", seconds);
  if (seconds >= 0.9995) return format("%.3g s", seconds);
  if (seconds >= 0.9995e-3) return format("%.3g ms", seconds * 1e3);
  return format("%.3g µs", seconds * 1e6);
}

std::string rate(double per_second, std::string const& unit) {
  if (per_second >= 1e6) return format("%.3g million ", per_second / 1e6) + unit;
  if (per_second >= 1e3) return format("%.3g thousand ", per_second / 1e3) + unit;
  return format("%.3g ", per_second) + unit;
}

std::string hexadecimal(std::uint64_t number) { return format("%016llx", static_cast<unsigned long long>(number)); }

std::string decimals(double number, int digits) { return format("%.*f", digits, number); }

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

std::string short_name(std::string_view name) {
  constexpr std::string_view hidden = "(anonymous namespace)::";
  std::string text;
  for (;;) {
    std::size_t const i = name.find(hidden);
    text += name.substr(0, i);
    if (i == name.npos) return text;
    name.remove_prefix(i + hidden.size());
  }
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
