// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The SPMD form. A place's first and last row wait for the neighbour's rows; the rows between them
// are computed before those arrive. There is no barrier: a place advances until it needs a row that
// a neighbour has not sent.
//
// A place copies the new first row into the neighbour's field; after the copy, a task at the
// neighbour releases a semaphore. A field may be overwritten two steps later. The neighbour
// computes the row that it sends then from this place's rows of the step between; this place
// computed those from the data that had to be read. For the same reason each side and field has at
// most one permit.

#include <array>
#include <skua/progress.hpp>
#include <skua/skua.hpp>

#include "../common/app.hpp"
#include "../common/stopwatch.hpp"
#include "plate.hpp"
#include "problem.hpp"

namespace apps::stencil {
namespace {

/// The rows that have arrived from neighbours, by side and by field.
struct arrivals {
  std::array<std::array<skua::binary_semaphore, 2>, 2> semaphores{
      {{skua::binary_semaphore(0), skua::binary_semaphore(0)}, {skua::binary_semaphore(0), skua::binary_semaphore(0)}}};
};

struct arrival_signal {
  skua::place_local<arrivals> target_arrivals;
  unsigned side_index;
  unsigned field;
  void operator()() const { target_arrivals->semaphores[side_index][field].release(); }
};

struct fill {
  plate grid;

  void operator()() const {
    int const place = skua::here();
    std::size_t const rows = grid.rows(place);
    if (rows == 0) return;
    modes const exact(grid.settings().side);
    for (std::size_t i = 0; i <= rows + 1; ++i) {
      exact.row(grid.first(place) + i - 1, 0, std::span(grid.row(0u, i), grid.settings().width()));
    }
  }
};

/// All steps of a place.
struct march {
  plate grid;
  skua::place_local<arrivals> row_arrivals;
  skua::count done;  // rows

  void operator()() const {
    std::size_t const rows = grid.rows(skua::here());
    if (rows == 0) return;
    for (int step = 0; step < grid.settings().steps; ++step) {
      one_step(step);
      done += rows;
    }
  }

  void one_step(int step) const {
    std::size_t const rows = grid.rows(skua::here());
    unsigned const field = static_cast<unsigned>(step) % 2;
    if (rows == 1) {
      await(upper, step);
      await(lower, step);
      grid.compute(field, 1);
      send(upper, step);
      send(lower, step);
      return;
    }
    // Signals that are sent later, by tasks that wait for their copies, belong to the scope around
    // all steps.
    skua::invoke(
        [&] {
          skua::finish([&] {
            skua::for_async(skua::range(2, static_cast<std::int64_t>(rows)),
                            [this, field](std::int64_t i) { grid.compute(field, static_cast<std::size_t>(i)); });
          });
        },
        [&] {
          await(upper, step);
          grid.compute(field, 1);
          send(upper, step);
        },
        [&] {
          await(lower, step);
          grid.compute(field, rows);
          send(lower, step);
        });
  }

  /// Waits for the neighbour's row that this step reads; the first rows were never sent.
  void await(side s, int step) const {
    if (step > 0 && grid.rows(plate::place_beyond(s)) != 0)
      row_arrivals->semaphores[s][static_cast<unsigned>(step) % 2].acquire();
  }
  /// Sends the new row to the neighbour, which needs it for its next step.
  void send(side s, int step) const {
    int const neighbour_place = plate::place_beyond(s);
    if (grid.rows(neighbour_place) == 0 || step + 1 == grid.settings().steps) return;
    unsigned const field = static_cast<unsigned>(step + 1) % 2;
    auto const copy_done = grid.send(s, field);
    auto const send_signal = [neighbour_place,
                              signal_task = arrival_signal{row_arrivals, s == upper ? lower : upper, field}] {
      skua::spawn(skua::on(neighbour_place), signal_task);
    };
    // A copy into mapped memory is complete already. A task would start only when this worker has
    // nothing else to do.
    if (copy_done.is_ready()) {
      send_signal();
    } else {
      skua::spawn(skua::after(copy_done), send_signal);
    }
  }
};

struct judge {
  plate grid;
  skua::sum<std::uint64_t> hash;
  skua::max<double> error;

  void operator()() const {
    int const place = skua::here();
    modes const exact(grid.settings().side);
    answer a;
    for (std::size_t i = 1; i <= grid.rows(place); ++i) {
      double const* const cells = grid.row(static_cast<unsigned>(grid.settings().steps) % 2, i);
      judge_row(grid.settings(), exact, grid.first(place) + i - 1, std::span(cells, grid.settings().width()), a);
    }
    hash += a.hash;
    error += a.error;
  }
};

}  // namespace

answer solve_parallel(parameters const& settings, common_options const& options) {
  plate const grid(settings);
  skua::place_local<arrivals> const row_arrivals;
  answer result;
  skua::run_spmd(fill{grid});
  skua::progress const live("stencil",
                            options.progress("rows", settings.side * static_cast<std::uint64_t>(settings.steps)));
  stopwatch const watch;
  if (settings.form == form::spmd) {
    skua::run_spmd(march{grid, row_arrivals, live.counter()});
  } else {
    step_by_scopes(grid, live.counter());
  }
  result.seconds = watch.seconds();
  skua::sum<std::uint64_t> const hash;
  skua::max<double> const error;
  skua::run_spmd(judge{grid, hash, error});
  result.hash = hash.get();
  result.error = error.get();
  return result;
}

}  // namespace apps::stencil
