// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The visibility of stores to a shared_array after an edge of docs/reference/memory_model.md: a
// phase of a phaser, a barrier, the result of a future. Stencils are the usual programs that need
// it.
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <skua/collective.hpp>

#include "remote/cases.hpp"

namespace {

using namespace place_test;
using skua::phased;
using skua::phaser;
using skua::phaser_mode;

constexpr std::size_t part_size = 6;

std::size_t first_of(int place) { return static_cast<std::size_t>(place) * part_size; }
int previous_place(int p) { return (p + skua::places() - 1) % skua::places(); }
long stored(int writer, int step) { return 1000L * step + writer; }

/// An ordinary store to the own part, and an element assignment to the part of the next place.
void store(skua::shared_array<long> a, int step) {
  int const me = skua::here();
  a.local()[0] = stored(me, step);
  a[first_of(next_place(me)) + 1] = stored(me, step);
}

/// Reads what that place has stored: by elements, by a copy, and by ordinary reads.
void check_stores_of(skua::shared_array<long> a, int writer, int step) {
  int const target = next_place(writer);
  SAME(a[first_of(writer)].get(), stored(writer, step));
  SAME(a[first_of(target) + 1].get(), stored(writer, step));
  std::vector<long> copy(part_size);
  skua::get(a.part(writer), std::span(copy)).get();
  SAME(copy[0], stored(writer, step));
  if (skua::here() == target) SAME(a.local()[1], stored(writer, step));
}

PLACE_CASE(memory_stores_before_a_phase_of_a_phaser) {
  int const steps = fewer(50, 10);
  skua::shared_array<long> const a(first_of(skua::places()));
  skua::finish([&] {
    phaser ph(phaser_mode::signal_wait);
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), phased(ph), [=] {
        for (int step = 1; step <= steps; ++step) {
          store(a, step);
          ph.next();
          for (int writer = 0; writer < skua::places(); ++writer) check_stores_of(a, writer, step);
          ph.next();  // no task stores again before all have read
        }
      });
    }
    ph.drop();
  });
}

PLACE_CASE(memory_stores_before_the_result_of_a_future) {
  int const steps = fewer(20, 5);
  skua::shared_array<long> const a(first_of(skua::places()));
  for (int step = 1; step <= steps; ++step) {
    for (int writer = 0; writer < skua::places(); ++writer) {
      skua::future<int> result = skua::async(skua::on(writer), [a, step] {
        store(a, step);
        return step;
      });
      if (step % 2 == 0) {
        SAME(result.get(), step);
        check_stores_of(a, writer, step);
      } else {  // a task that may be at a third place waits
        skua::at(
            next_place(next_place(writer)), [a, writer](skua::future<int> f) { check_stores_of(a, writer, f.get()); },
            std::move(result));
      }
    }
  }
}

PLACE_CASE(memory_stores_before_the_value_of_a_promise) {
  // The task that stores does not end before the other one has read.
  int const steps = fewer(20, 5);
  skua::shared_array<long> const a(first_of(skua::places()));
  for (int step = 1; step <= steps; ++step) {
    for (int writer = 0; writer < skua::places(); ++writer) {
      skua::promise<int> value;
      skua::promise<int> end;
      skua::future<int> is_stored = value.get_future();
      skua::spawn(
          skua::on(writer),
          [a, step](skua::promise<int> p, skua::future<int> is_read) {
            store(a, step);
            p.set_value(step);
            is_read.get();
          },
          std::move(value), end.get_future());
      skua::at(
          next_place(writer), [a, writer](skua::future<int> f) { check_stores_of(a, writer, f.get()); },
          std::move(is_stored));
      end.set_value(1);
    }
  }
}

using cells = skua::shared_array<std::uint64_t>;

std::uint64_t initial(std::size_t i) { return i * i + 1; }
std::uint64_t cell_after(std::uint64_t left, std::uint64_t middle, std::uint64_t right) {
  return left + 2 * middle + right;
}

/// The cells, a ring, after that number of steps.
std::vector<std::uint64_t> sequential_result(std::size_t n, int steps) {
  std::vector<std::uint64_t> now(n);
  std::vector<std::uint64_t> after(n);
  for (std::size_t i = 0; i < n; ++i) now[i] = initial(i);
  for (int step = 0; step < steps; ++step) {
    for (std::size_t i = 0; i < n; ++i) after[i] = cell_after(now[(i + n - 1) % n], now[i], now[(i + 1) % n]);
    now.swap(after);
  }
  return now;
}

void fill(cells a) {
  a.for_each_local([](std::size_t i, std::uint64_t& x) { x = initial(i); });
}

/// One step at this place: reads a cell of each neighbour, and stores through plain memory.
void advance(cells now, cells after) {
  std::size_t const n = now.size();
  std::size_t const first = first_of(skua::here());
  std::uint64_t const left = now[(first + n - 1) % n];
  std::uint64_t const right = now[(first + part_size) % n];
  std::span<std::uint64_t> const x = now.local();
  std::span<std::uint64_t> const y = after.local();
  for (std::size_t k = 0; k < part_size; ++k)
    y[k] = cell_after(k > 0 ? x[k - 1] : left, x[k], k + 1 < part_size ? x[k + 1] : right);
}

void check_result(cells a, int steps) {
  std::vector<std::uint64_t> const expected = sequential_result(a.size(), steps);
  for (std::size_t i = 0; i < a.size(); ++i) SAME(a[i].get(), expected[i]);
}

PLACE_CASE(memory_stencil_with_a_phaser) {
  int const steps = 2 * fewer(20, 5);
  cells const even(first_of(skua::places()));
  cells const odd(first_of(skua::places()));
  skua::finish([&] {
    phaser ph(phaser_mode::signal_wait);
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), phased(ph), [=] {
        fill(even);
        for (int step = 0; step < steps; ++step) {
          ph.next();
          advance(step % 2 == 0 ? even : odd, step % 2 == 0 ? odd : even);
        }
      });
    }
    ph.drop();
  });
  check_result(even, steps);
}

PLACE_CASE(memory_stencil_with_a_barrier) {
  constexpr int steps = 2 * fewer(20, 5);
  cells const even(first_of(skua::places()));
  cells const odd(first_of(skua::places()));
  skua::run_spmd([even, odd] {
    fill(even);
    for (int step = 0; step < steps; ++step) {
      skua::collective::barrier();
      advance(step % 2 == 0 ? even : odd, step % 2 == 0 ? odd : even);
    }
  });
  check_result(even, steps);
}

PLACE_CASE(memory_stencil_with_copies_of_the_edges) {
  // Each place has memory for the edges of its neighbours: the last cell of a copy in several
  // pieces. A put is complete when its future is ready, so each task waits for its puts before it
  // signals.
  constexpr std::size_t edge_size = 20'000;
  int const steps = fewer(40, 10);
  skua::shared_array<std::uint64_t> const edges(2 * edge_size * static_cast<std::size_t>(skua::places()));
  cells const result(first_of(skua::places()));
  skua::finish([&] {
    phaser ph(phaser_mode::signal_wait);
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), phased(ph), [=] {
        int const me = skua::here();
        fill(result);
        std::span<std::uint64_t> const x = result.local();
        std::vector<std::uint64_t> old_cells;
        std::vector<std::uint64_t> left_edge;
        std::vector<std::uint64_t> right_edge;
        for (int step = 0; step < steps; ++step) {
          left_edge.assign(edge_size, x.front());
          right_edge.assign(edge_size, x.back());
          skua::future<void> first =
              skua::put(edges.part(previous_place(me)) + edge_size, std::span<std::uint64_t const>(left_edge));
          skua::future<void> last = skua::put(edges.part(next_place(me)), std::span<std::uint64_t const>(right_edge));
          first.get();
          last.get();
          ph.next();
          old_cells.assign(x.begin(), x.end());
          for (std::size_t k = 0; k < part_size; ++k) {
            x[k] = cell_after(k > 0 ? old_cells[k - 1] : edges.local()[edge_size - 1], old_cells[k],
                              k + 1 < part_size ? old_cells[k + 1] : edges.local()[2 * edge_size - 1]);
          }
          ph.next();  // the edges have been read
        }
      });
    }
    ph.drop();
  });
  check_result(result, steps);
}

}  // namespace
