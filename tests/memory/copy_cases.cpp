// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies: all sizes, all pairs of places, sections, futures, scopes.
#include <numeric>
#include <vector>

#include "remote/cases.hpp"

namespace {

using namespace place_test;

std::vector<int> numbers(std::size_t n, int first) {
  std::vector<int> v(n);
  std::iota(v.begin(), v.end(), first);
  return v;
}
std::vector<int> read(skua::global_ptr<int> p, std::size_t n) {
  std::vector<int> v(n, -1);
  skua::get(p, std::span<int>(v)).get();
  return v;
}

PLACE_CASE(memory_copies_of_all_sizes) {
  for (std::size_t const n : {0, 1, 2, 3, 100, 16383, 16384, 16385, 70000, 300001}) {
    for (int home = 0; home < skua::places(); ++home) {
      auto const p = skua::allocate<int>(home, n + 2);
      skua::put(p, -7).get();
      p[static_cast<std::ptrdiff_t>(n) + 1] = -8;
      auto const v = numbers(n, home);
      skua::copy(v.data(), p + 1, n).get();
      CHECK(read(p + 1, n) == v);
      SAME(skua::get(p).get(), -7);
      SAME(p[static_cast<std::ptrdiff_t>(n) + 1].get(), -8);
      skua::deallocate(p);
    }
  }
}

PLACE_CASE(memory_copies_between_any_two_places) {
  std::size_t const n = fewer(100'003, 40'003);
  for (int from = 0; from < skua::places(); ++from) {
    for (int to = 0; to < skua::places(); ++to) {
      auto const a = skua::allocate<int>(from, n), b = skua::allocate<int>(to, n);
      auto const v = numbers(n, 10 * from + to);
      skua::copy(v.data(), a, n).get();
      skua::copy(a, b, n).get();
      CHECK(read(b, n) == v);
      skua::deallocate(a);
      skua::deallocate(b);
    }
  }
}

PLACE_CASE(memory_a_scope_waits_for_copies) {
  static constexpr std::size_t n = 50'000;
  auto const p = skua::allocate<int>(last_place(), 4 * n);
  std::vector<int> const v = numbers(n, 5);
  std::vector<int> returned(n);
  skua::finish([&] {
    for (std::size_t k = 0; k < 4; ++k) skua::copy(v.data(), p + static_cast<std::ptrdiff_t>(k * n), n);
  });
  CHECK(read(p + 3 * n, n) == v);
  skua::finish([&] { skua::copy(p, returned.data(), n); });
  CHECK(returned == v);
  // A task that starts after a copy sees its result.
  place_counters sum(0);
  skua::finish([&] {
    auto done = skua::copy(v.data() + 1, p, n - 1).then([](skua::future<void> f) { f.get(); });
    skua::spawn(skua::after(done), [p, sum] {
      sum->add(skua::at(
          last_place(),
          [](skua::global_ptr<int> part, std::size_t last) { return part.local()[0] + part.local()[last]; }, p, n - 2));
    });
  });
  SAME(sum->get(), static_cast<long>(6 + 5 + n - 1));
  skua::deallocate(p);
}

PLACE_CASE(memory_sections_are_boxes_of_arrays) {
  // A box of 3 x 4 x 5 out of 10 x 11 x 12 at one place becomes a corner of 7 x 8 x 9 at another
  // place; a face of the large box becomes a row here.
  auto const big = skua::allocate<int>(last_place(), 10 * 11 * 12);
  auto const small = skua::allocate<int>(0, 7 * 8 * 9);
  auto const v = numbers(10 * 11 * 12, 0);
  skua::put(big, v).get();
  skua::put(small, std::vector<int>(7 * 8 * 9, -1)).get();
  skua::copy(skua::section(big + 2 * 132 + 3 * 12 + 4, std::array<std::size_t, 3>{3, 4, 5},
                           std::array<std::ptrdiff_t, 3>{132, 12, 1}),
             skua::section(small, std::array<std::size_t, 3>{3, 4, 5}, std::array<std::ptrdiff_t, 3>{72, 9, 1}))
      .get();
  auto const result = read(small, 7 * 8 * 9);
  for (int i = 0; i < 7; ++i) {
    for (int j = 0; j < 8; ++j) {
      for (int k = 0; k < 9; ++k) {
        bool const inside = i < 3 && j < 4 && k < 5;
        SAME(result[static_cast<std::size_t>(72 * i + 9 * j + k)], inside ? 132 * (i + 2) + 12 * (j + 3) + k + 4 : -1);
      }
    }
  }
  std::vector<int> face(10 * 11, -1);
  skua::copy(skua::section(big + 11, std::array<std::size_t, 2>{10, 11}, std::array<std::ptrdiff_t, 2>{132, 12}),
             skua::section(face.data(), std::array<std::size_t, 1>{110}, std::array<std::ptrdiff_t, 1>{1}))
      .get();
  for (int i = 0; i < 10; ++i) {
    for (int j = 0; j < 11; ++j) SAME(face[static_cast<std::size_t>(11 * i + j)], 132 * i + 12 * j + 11);
  }
  // A section with a negative stride.
  std::vector<int> reversed(20);
  skua::copy(skua::section(big + 19, std::array<std::size_t, 1>{20}, std::array<std::ptrdiff_t, 1>{-1}),
             skua::section(reversed.data(), std::array<std::size_t, 1>{20}, std::array<std::ptrdiff_t, 1>{1}))
      .get();
  for (int i = 0; i < 20; ++i) SAME(reversed[static_cast<std::size_t>(i)], 19 - i);
  skua::deallocate(big);
  skua::deallocate(small);
}

PLACE_CASE(memory_large_sections_come_in_pieces) {
  // Every third number of a large matrix, in rows whose size is not a multiple of the piece size.
  std::size_t const rows = 211, columns = fewer(1501, 501);
  auto const a = skua::allocate<int>(last_place(), rows * columns * 3);
  skua::put(a, numbers(rows * columns * 3, 0)).get();
  std::vector<int> result(rows * columns);
  skua::copy(skua::section(a, std::array{rows, columns},
                           std::array<std::ptrdiff_t, 2>{static_cast<std::ptrdiff_t>(columns) * 3, 3}),
             skua::section(result.data(), std::array{rows, columns},
                           std::array<std::ptrdiff_t, 2>{static_cast<std::ptrdiff_t>(columns), 1}))
      .get();
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (result[i] != static_cast<int>(3 * i)) return failed("element " + std::to_string(i));
  }
  skua::deallocate(a);
}

PLACE_CASE(memory_checkouts_are_ordinary_memory) {
  constexpr std::size_t n = 30'000;
  for (int home = 0; home < skua::places(); ++home) {
    auto const p = skua::allocate<long>(home, n);
    {
      skua::checkout view(p, n, skua::access::write);
      SAME(view.size(), n);
      std::iota(view.begin(), view.end(), 100L);
    }
    {
      skua::checkout view(p + 10, 20);
      SAME(view[0], 110L);
      for (long& x : view) x = -x;
      view.checkin();
      SAME(view.size(), 0u);
      SAME(p[10].get(), -110L);
    }
    skua::checkout const view(skua::global_ptr<long const>(p), n);
    SAME(view[9], 109L);
    SAME(view[29], -129L);
    SAME(view[30], 130L);
    SAME(view[n - 1], static_cast<long>(99 + n));
    skua::deallocate(p);
  }
}

}  // namespace
