// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Rows of numbers, for people and for programs: what applications report that measure more than one
// thing.

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "json.hpp"

namespace apps {

class table {
 public:
  struct column {
    std::string title;  ///< for people
    std::string key;    ///< for programs
    int digits = 0;     ///< for people, behind the point
  };

  explicit table(std::vector<column> columns) : columns_(std::move(columns)) {}

  /// A number for each column; one that is not finite was not measured.
  void add_row(std::vector<double> const& row) { rows_.push_back(row); }

  /// Lines of right-aligned columns, each with its end.
  [[nodiscard]] std::string text() const;
  /// An array of objects.
  [[nodiscard]] json rows() const;

 private:
  std::vector<column> columns_;
  std::vector<std::vector<double>> rows_;
};

/// The middle one; throws nothing, 0 of none.
double median(std::vector<double> values);

}  // namespace apps
