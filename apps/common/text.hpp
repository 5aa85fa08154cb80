// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Numbers for people: formatted, and in tables.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json.hpp"

namespace apps {

/// "102,181,082"
std::string grouped(std::uint64_t number);
/// "3.21 s", "45.6 ms", "7.8 µs"
std::string duration(double seconds);
/// "14.2 million nodes"
std::string rate(double per_second, std::string const& unit);
/// "1.97"
std::string decimals(double number, int digits);
std::string hexadecimal(std::uint64_t number);  ///< sixteen digits
/// The name of a function for people: without "(anonymous namespace)::".
std::string short_name(std::string_view name);

// Rows of numbers, for people and for programs: the report of applications that measure several
// quantities.

class table {
 public:
  struct column {
    std::string title;  ///< for people
    std::string key;    ///< for programs
    int digits = 0;     ///< for people: digits after the decimal point
  };

  explicit table(std::vector<column> columns) : columns_(std::move(columns)) {}

  /// One number per column; a number that is not finite means "not measured".
  void add_row(std::vector<double> const& row) { rows_.push_back(row); }

  /// Lines of right-aligned columns, each with its line end.
  [[nodiscard]] std::string text() const;
  /// An array of objects.
  [[nodiscard]] json rows() const;

 private:
  std::vector<column> columns_;
  std::vector<std::vector<double>> rows_;
};

/// The middle value; 0 if there are none.
double median(std::vector<double> values);

}  // namespace apps
