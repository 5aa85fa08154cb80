// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The form of X10: one place starts everything, and a scope around each step is the only
// synchronisation. The copies of a step go into fields that no task reads before the next step.

#include "plate.hpp"

namespace apps::stencil {
namespace {

/// One step of a place.
struct place_step {
  plate grid;
  unsigned field;
  bool is_last;
  skua::count done;  // rows

  void operator()() const {
    auto const rows = static_cast<std::int64_t>(grid.rows(skua::here()));
    if (rows == 0) return;
    skua::finish([&] {
      skua::for_async(skua::range(1, rows + 1),
                      [this](std::int64_t i) { grid.compute(field, static_cast<std::size_t>(i)); });
    });
    for (side const s : {upper, lower}) {
      // The scope around the step waits for the copy.
      if (!is_last && grid.rows(plate::place_beyond(s)) != 0) (void)grid.send(s, 1 - field);
    }
    done += static_cast<std::uint64_t>(rows);
  }
};

}  // namespace

void step_by_scopes(plate const& grid, skua::count const& done) {
  int const steps = grid.settings().steps;
  for (int step = 0; step < steps; ++step) {
    place_step const next{grid, static_cast<unsigned>(step) % 2, step + 1 == steps, done};
    skua::finish([&] {
      for (int p = 0; p < skua::places(); ++p) skua::spawn(skua::on(p), next);
    });
  }
}

}  // namespace apps::stencil
