// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random programs of one-sided operations, compared with the same operations on an ordinary array.
#include <cstdio>
#include <random>
#include <vector>

#include "remote/cases.hpp"

namespace {

using namespace place_test;

constexpr std::size_t words = 700;

struct memory_and_model {
  std::vector<skua::global_ptr<long>> parts;
  std::vector<std::vector<long>> model;
};

void random_step(memory_and_model& b, std::mt19937& random) {
  auto const pick = [&](std::size_t n) { return static_cast<std::size_t>(random()) % n; };
  std::size_t const source = pick(b.parts.size()), target = pick(b.parts.size());
  std::size_t const n = pick(random() % 4 == 0 ? words / 2 : 8);
  std::size_t const i = pick(words - n), j = pick(words - n);
  auto const p = b.parts[source] + static_cast<std::ptrdiff_t>(i);
  long* const m = b.model[source].data() + i;
  long const x = static_cast<long>(random());
  switch (random() % 7) {
    case 0:
      *p = *m = x;
      break;
    case 1:
      SAME((*p).get(), *m);
      break;
    case 2: {
      std::vector<long> v(n);
      for (long& y : v) y = static_cast<long>(random());
      skua::put(p, v).get();
      std::copy(v.begin(), v.end(), m);
      break;
    }
    case 3: {
      std::vector<long> v(n);
      skua::get(p, std::span<long>(v)).get();
      CHECK(std::equal(v.begin(), v.end(), m));
      break;
    }
    case 4:
      if (source == target && (i < j ? j - i : i - j) < n) break;  // the ranges would overlap
      skua::copy(p, b.parts[target] + static_cast<std::ptrdiff_t>(j), n).get();
      std::copy(m, m + n, b.model[target].data() + j);
      break;
    case 5:
      SAME(skua::global_atomic<long>(p).fetch_add(x), *m);
      *m = static_cast<long>(static_cast<unsigned long>(*m) + static_cast<unsigned long>(x));
      break;
    default: {
      std::size_t const rows = 1 + pick(5), step = 1 + pick(9);
      if (i + rows * step >= words || j + rows >= words) break;
      std::vector<long> v(rows, x);
      auto const extent = std::array{rows};
      skua::copy(skua::section(v.data(), extent, std::array<std::ptrdiff_t, 1>{1}),
                 skua::section(p, extent, std::array<std::ptrdiff_t, 1>{static_cast<std::ptrdiff_t>(step)}))
          .get();
      for (std::size_t k = 0; k < rows; ++k) m[k * step] = x;
    }
  }
}

PLACE_CASE(memory_random_programs_agree_with_a_model) {
  for (unsigned seed = 1; seed <= static_cast<unsigned>(fewer(6, 2)); ++seed) {
    std::mt19937 random(seed);
    memory_and_model b;
    for (int p = 0; p < skua::places(); ++p) {
      b.parts.push_back(skua::allocate<long>(p, words));
      b.model.emplace_back(words, 0);
      skua::put(b.parts.back(), b.model.back()).get();
    }
    for (int k = 0; k < fewer(400, 100); ++k) random_step(b, random);
    for (std::size_t p = 0; p < b.parts.size(); ++p) {
      std::vector<long> v(words);
      skua::get(b.parts[p], std::span<long>(v)).get();
      if (v != b.model[p]) failed("seed " + std::to_string(seed) + ", place " + std::to_string(p));
      skua::deallocate(b.parts[p]);
    }
  }
}

}  // namespace
