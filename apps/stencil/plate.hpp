// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The plate by blocks of rows, one block at each place: two fields with a row of each neighbour
// around its own rows. A step computes from one field into the other.

#pragma once

#include <cstddef>
#include <skua/skua.hpp>

#include "problem.hpp"

namespace apps::stencil {

enum side : unsigned { upper = 0, lower = 1 };

/// The plate over all places: a handle; tasks carry copies of it.
class plate {
 public:
  explicit plate(parameters const& settings)
      : settings_(settings),
        rows_(settings.side, 0, skua::places()),
        fields_(2 * field_size() * static_cast<std::size_t>(skua::places()), 2 * field_size()) {}

  /// The number of rows of a place.
  [[nodiscard]] std::size_t rows(int place) const noexcept {
    return place < 0 || place >= rows_.places() ? 0 : rows_.size_at(place);
  }
  /// The number of a place's first row; rows count from 1.
  [[nodiscard]] std::size_t first(int place) const noexcept {
    return 1 + rows_.block() * static_cast<std::size_t>(place);
  }
  /// Row i of a place, 1 to rows(); 0 and rows() + 1 belong to its neighbours or are the edge.
  [[nodiscard]] skua::global_ptr<double> row(int place, unsigned field, std::size_t i) const {
    return fields_.part(place) + static_cast<std::ptrdiff_t>(field * field_size() + i * settings_.width());
  }
  [[nodiscard]] double* row(unsigned field, std::size_t i) const {
    return fields_.local().data() + field * field_size() + i * settings_.width();
  }
  [[nodiscard]] parameters const& settings() const noexcept { return settings_; }

  /// Computes row i of this place in the other field.
  void compute(unsigned field, std::size_t i) const {
    step_row(row(field, i - 1), row(field, i), row(field, i + 1), row(1 - field, i), settings_.side);
  }
  /// Begins to copy this place's first or last row into the neighbour's field.
  [[nodiscard]] skua::future<void> send(side s, unsigned field) const {
    int const neighbour = place_beyond(s);
    std::size_t const own_row = s == upper ? 1 : rows(skua::here());
    std::size_t const neighbour_row = s == upper ? rows(neighbour) + 1 : 0;
    return skua::copy(row(field, own_row), row(neighbour, field, neighbour_row), settings_.width());
  }
  /// The place of the rows above or below; it may have none.
  [[nodiscard]] static int place_beyond(side s) { return s == upper ? skua::here() - 1 : skua::here() + 1; }

 private:
  [[nodiscard]] std::size_t field_size() const noexcept { return (rows_.block() + 2) * settings_.width(); }

  parameters settings_;
  skua::distribution rows_;
  skua::shared_array<double> fields_;
};

/// All steps, by a scope for each, in which the first place starts a task at each place. The scope
/// ends when the neighbours have the new rows.
void step_by_scopes(plate const& grid, skua::count const& done);

}  // namespace apps::stencil
