// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The plate by blocks of rows, one block at each place. A place's first and last row wait for the
// neighbour's; the rows between them are computed meanwhile. There is no barrier: a place is as far
// as its neighbours let it be.
//
// Each place has two fields with a row of each neighbour around its own, and computes from one into
// the other. The new first row is copied into the neighbour's field; when it is there, a task at
// the neighbour releases a semaphore. A field may be overwritten two steps later: what the
// neighbour sends then, it has computed from this place's rows of the step between, and those from
// what was to be read. For the same reason one permit at most is there for each side and field.

#include <array>
#include <skua/skua.hpp>

#include "../skua/stopwatch.hpp"
#include "problem.hpp"

namespace apps::stencil {
namespace {

enum side : unsigned { above = 0, below = 1 };

/// Rows of a neighbour that have come, by its side and by the field they are in.
struct arrivals {
  std::array<std::array<skua::binary_semaphore, 2>, 2> from{
      {{skua::binary_semaphore(0), skua::binary_semaphore(0)}, {skua::binary_semaphore(0), skua::binary_semaphore(0)}}};
};

struct arrived {
  skua::place_local<arrivals> at;
  unsigned from;
  unsigned field;
  void operator()() const { at->from[from][field].release(); }
};

/// The plate over all places: a handle that travels.
class plate {
 public:
  explicit plate(parameters const& what)
      : what_(what),
        rows_(what.side, 0, skua::places()),
        fields_(2 * field_size() * static_cast<std::size_t>(skua::places()), 2 * field_size()) {}

  /// Rows of a place.
  [[nodiscard]] std::size_t rows(int place) const noexcept {
    return place < 0 || place >= rows_.places() ? 0 : rows_.size_at(place);
  }
  /// Number of a place's first row; rows count from 1.
  [[nodiscard]] std::size_t first(int place) const noexcept {
    return 1 + rows_.block() * static_cast<std::size_t>(place);
  }
  /// Row i of a place, 1 to rows(); 0 and rows() + 1 are its neighbours' or the edge.
  [[nodiscard]] skua::global_ptr<double> row(int place, unsigned field, std::size_t i) const {
    return fields_.part(place) + static_cast<std::ptrdiff_t>(field * field_size() + i * what_.width());
  }
  [[nodiscard]] double* row(unsigned field, std::size_t i) const {
    return fields_.local().data() + field * field_size() + i * what_.width();
  }
  [[nodiscard]] parameters const& what() const noexcept { return what_; }

 private:
  [[nodiscard]] std::size_t field_size() const noexcept { return (rows_.block() + 2) * what_.width(); }

  parameters what_;
  skua::distribution rows_;
  skua::shared_array<double> fields_;
};

struct fill {
  plate of;

  void operator()() const {
    int const here = skua::here();
    std::size_t const rows = of.rows(here);
    if (rows == 0) return;
    modes const known(of.what().side);
    for (std::size_t i = 0; i <= rows + 1; ++i) {
      known.row(of.first(here) + i - 1, 0, std::span(of.row(0u, i), of.what().width()));
    }
  }
};

/// All steps of a place.
struct march {
  plate of;
  skua::place_local<arrivals> came;

  void operator()() const {
    if (of.rows(skua::here()) == 0) return;
    for (int step = 0; step < of.what().steps; ++step) one_step(step);
  }

  void one_step(int step) const {
    std::size_t const rows = of.rows(skua::here());
    unsigned const field = static_cast<unsigned>(step) % 2;
    if (rows == 1) {
      await(above, step);
      await(below, step);
      compute(field, 1);
      send(above, step);
      send(below, step);
      return;
    }
    // What is sent later, by tasks that wait for their copies, belongs to the scope around all
    // steps.
    skua::invoke(
        [&] {
          skua::finish([&] {
            skua::for_async(skua::range(2, static_cast<std::int64_t>(rows)),
                            [this, field](std::int64_t i) { compute(field, static_cast<std::size_t>(i)); });
          });
        },
        [&] {
          await(above, step);
          compute(field, 1);
          send(above, step);
        },
        [&] {
          await(below, step);
          compute(field, rows);
          send(below, step);
        });
  }

  void compute(unsigned field, std::size_t i) const {
    step_row(of.row(field, i - 1), of.row(field, i), of.row(field, i + 1), of.row(1 - field, i), of.what().side);
  }
  [[nodiscard]] static int neighbour(side s) { return s == above ? skua::here() - 1 : skua::here() + 1; }

  /// Until the neighbour's row that this step reads is here; the first ones were never sent.
  void await(side s, int step) const {
    if (step > 0 && of.rows(neighbour(s)) != 0) came->from[s][static_cast<unsigned>(step) % 2].acquire();
  }
  /// The row just made, to the neighbour that needs it for its next step.
  void send(side s, int step) const {
    int const to = neighbour(s);
    if (of.rows(to) == 0 || step + 1 == of.what().steps) return;
    unsigned const field = static_cast<unsigned>(step + 1) % 2;
    std::size_t const mine = s == above ? 1 : of.rows(skua::here());
    std::size_t const theirs = s == above ? of.rows(to) + 1 : 0;
    auto const copied = skua::copy(of.row(field, mine), of.row(to, field, theirs), of.what().width());
    auto const tell = [to, what = arrived{came, s == above ? below : above, field}] {
      skua::spawn(skua::on(to), what);
    };
    // What is mapped has been copied already: a task would begin no sooner than this worker has
    // nothing else to do.
    if (copied.is_ready()) {
      tell();
    } else {
      skua::spawn(skua::after(copied), tell);
    }
  }
};

struct judge {
  plate of;
  skua::sum<std::uint64_t> hash;
  skua::max<double> error;

  void operator()() const {
    int const here = skua::here();
    modes const known(of.what().side);
    answer a;
    for (std::size_t i = 1; i <= of.rows(here); ++i) {
      double const* const cells = of.row(static_cast<unsigned>(of.what().steps) % 2, i);
      judge_row(of.what(), known, of.first(here) + i - 1, std::span(cells, of.what().width()), a);
    }
    hash += a.hash;
    error += a.error;
  }
};

}  // namespace

answer solve_parallel(parameters const& what) {
  plate const of(what);
  skua::place_local<arrivals> const came;
  answer found;
  skua::run_spmd(fill{of});
  stopwatch const watch;
  skua::run_spmd(march{of, came});
  found.seconds = watch.seconds();
  skua::sum<std::uint64_t> const hash;
  skua::max<double> const error;
  skua::run_spmd(judge{of, hash, error});
  found.hash = hash.get();
  found.error = error.get();
  return found;
}

}  // namespace apps::stencil
