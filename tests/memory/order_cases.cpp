// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The visibility of stores to a shared_array after an edge of docs/reference/memory_model.md: a
// phase of a phaser, the result of a future, the value of a promise. After a barrier:
// collective_allocate_cases.cpp.
#include <span>
#include <utility>
#include <vector>

#include "remote/cases.hpp"

namespace {

using namespace place_test;
using skua::phased;
using skua::phaser;
using skua::phaser_mode;

constexpr std::size_t part_size = 6;

std::size_t first_of(int place) { return static_cast<std::size_t>(place) * part_size; }
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

}  // namespace
