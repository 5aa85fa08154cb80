// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sort of shared arrays: keys of all shapes, records, all distributions, over all places.
#include <skua/algorithm/shared_array.hpp>

#include <cstring>
#include <functional>
#include <vector>

#include "remote/cases.hpp"
#include "shared_array_keys.hpp"

namespace {

using namespace place_test;

PLACE_CASE(shared_algorithm_sort_of_all_shapes) {
  for (std::size_t const n : {0, 1, 2, 3, 100, 5000, fewer(70'000, 20'000)}) {
    for (std::size_t const block : {0, 1, 100}) {
      for (shape const kind : all_shapes) sort_keys<std::uint64_t>(n, block, kind, std::less<>());
      sort_keys<double>(n, block, shape::random, std::greater<>());
    }
  }
}

struct record {
  int key;
  std::uint32_t number;
  char text[20];
};

PLACE_CASE(shared_algorithm_sort_of_records) {
  std::size_t const n = static_cast<std::size_t>(fewer(30'000, 10'000));
  skua::shared_array<record> const a(n);
  skua::for_each(a, [](std::size_t i, record& x) {
    x.key = key_of<int>(shape::random, i, 0) % 1000;
    x.number = static_cast<std::uint32_t>(i);
    std::memcpy(x.text, "the same everywhere", sizeof x.text);
  });
  skua::sort(a, [](record const& x, record const& y) { return x.key < y.key; });
  std::vector<bool> seen(n);
  int last_key = -1000;
  for (record const& x : contents(a)) {
    CHECK(last_key <= x.key);
    last_key = x.key;
    CHECK(x.number < n && !seen[x.number]);
    seen[x.number] = true;
    SAME(x.key, key_of<int>(shape::random, x.number, 0) % 1000);
    CHECK(std::strcmp(x.text, "the same everywhere") == 0);
  }
}

PLACE_CASE(shared_algorithm_sort_counts_its_visits) {
  for (std::size_t const n : {0, 1, 100, 20'000}) {
    skua::finish([n] {
      skua::shared_array<int> const a(n);
      skua::count const visits;
      skua::sort(a, std::less<>(), visits);
      SAME(visits.get(), 3 * std::uint64_t{n});
    });
  }
}

}  // namespace
