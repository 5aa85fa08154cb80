// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sort of shared arrays of all types of keys: each type compiles a whole sort, so these cases
// are in a separate file.
#include <cstdint>
#include <functional>

#include "remote/cases.hpp"
#include "shared_array_keys.hpp"

namespace {

using namespace place_test;

PLACE_CASE(shared_algorithm_sort_of_all_types) {
  std::size_t const n = static_cast<std::size_t>(fewer(30'000, 10'000));
  for (shape const kind : {shape::random, shape::few_keys}) {
    sort_keys<int>(n, 0, kind, std::less<>());
    sort_keys<std::int64_t>(n, 0, kind, std::greater<>());
    sort_keys<double>(n, 0, kind, std::less<>());
    sort_keys<float>(n, 3, kind, std::greater<>());
    sort_keys<signed char>(n, 0, kind, std::less<>());
    sort_keys<std::uint16_t>(n, 0, kind, std::greater<std::uint16_t>());
    sort_keys<int>(n, 0, kind, [](int x, int y) { return x > y; });
  }
}

}  // namespace
