// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The algorithms over shared arrays, over all places. The table of algorithms compares them with
// std for all small inputs, in one process.
#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include <skua/algorithm/shared_array.hpp>
#include <skua/collective.hpp>

#include "array_contents.hpp"
#include "remote/cases.hpp"

namespace {

using namespace place_test;

long value_at(std::size_t i) { return static_cast<long>(i * 7919 % 10007); }
std::vector<long> values(std::size_t n) {
  std::vector<long> result(n);
  for (std::size_t i = 0; i < n; ++i) result[i] = value_at(i);
  return result;
}
void assign_values(skua::shared_array<long> const& array) {
  skua::for_each(array, [](std::size_t i, long& x) { x = value_at(i); });
}

PLACE_CASE(shared_algorithm_calls_of_every_form) {
  std::size_t const n = 1000;
  for (std::size_t const block : {0, 7}) {
    skua::finish([=] {
      auto const expected = values(n);
      auto const index = [&](auto position) { return static_cast<std::size_t>(position - expected.begin()); };
      skua::shared_array<long> const a(n, block);
      skua::for_each(a, [](long& x) { x = skua::here(); });
      std::vector<long> const places = contents(a);
      for (std::size_t i = 0; i < n; ++i) SAME(places[i], static_cast<long>(a.place_of(i)));
      assign_values(a);
      long const sum = std::accumulate(expected.begin(), expected.end(), 3L);
      SAME(skua::reduce(a), sum - 3);
      SAME(skua::reduce(a, 3L), sum);
      SAME(skua::reduce(skua::fixed_order, a, 3L), sum);
      auto const last_digit = [](long x, long y) { return x % 10 < y % 10; };
      SAME(skua::min_element(a), index(std::min_element(expected.begin(), expected.end())));
      SAME(skua::max_element(a, last_digit), index(std::max_element(expected.begin(), expected.end(), last_digit)));
      SAME(skua::find(a, expected[n - 1]), index(std::find(expected.begin(), expected.end(), expected[n - 1])));
      SAME(skua::find(a, 0.5), n);  // not converted to the type of the elements
      skua::shared_array<short> const b(n + 3, 64);
      skua::for_each(b, [](std::size_t i, short& x) { x = static_cast<short>(i % 100); });
      long product = 2;
      for (std::size_t i = 0; i < n; ++i) product += expected[i] * static_cast<long>(i % 100);
      SAME(skua::transform_reduce(a, b, 2L), product);
      SAME(skua::transform_reduce(b, a, 2L), product);
      skua::shared_array<double> const output(n + 5, 1);
      skua::fill(output, -1);
      skua::transform(a, b, output, [](long x, short y) { return static_cast<double>(x - y); });
      std::vector<double> whole(n + 5, -1.0);  // the last five are not written
      for (std::size_t i = 0; i < n; ++i) whole[i] = static_cast<double>(expected[i] - static_cast<long>(i % 100));
      CHECK(contents(output) == whole);
      std::vector<long> prefixes(n);
      skua::shared_array<long> const scanned(n, 5);
      auto const larger = [](long x, long y) { return std::max(x, y); };
      skua::inclusive_scan(a, scanned, larger, 5000L);
      std::inclusive_scan(expected.begin(), expected.end(), prefixes.begin(), larger, 5000L);
      CHECK(contents(scanned) == prefixes);
      skua::exclusive_scan(a, a, 7L);
      std::exclusive_scan(expected.begin(), expected.end(), prefixes.begin(), 7L);
      CHECK(contents(a) == prefixes);
    });
  }
}

PLACE_CASE(shared_algorithm_transforms_of_windows) {
  // Blocks of more elements than are fetched at a time.
  std::size_t const n = static_cast<std::size_t>(fewer(120'000, 40'000));
  skua::shared_array<int> const a(n);
  skua::shared_array<int> const b(n, 17'000);
  skua::shared_array<long> const c(n, 1);
  skua::for_each(a, [](std::size_t i, int& x) { x = static_cast<int>(i); });
  skua::transform(a, b, [](int x) { return x + 1; });
  skua::transform(b, c, [](int x) { return long{x} * x; });
  skua::transform(c, a, b, [](long x, int y) { return static_cast<int>(x % 1000) - y; });
  std::vector<int> const results = contents(b);
  for (std::size_t i = 0; i < n; ++i) {
    auto const x = static_cast<long>(i) + 1;
    if (results[i] != static_cast<int>(x * x % 1000) - static_cast<int>(i)) return failed("an element differs");
  }
}

/// x -> scale * x + offset: associative, not commutative.
struct linear {
  unsigned scale = 1;
  unsigned offset = 0;
  friend bool operator==(linear const&, linear const&) = default;
};
linear then(linear const& f, linear const& g) { return {f.scale * g.scale, g.scale * f.offset + g.offset}; }

PLACE_CASE(shared_algorithm_order_of_operands) {
  for (std::size_t const n : {0, 1, 3, 64, 5000}) {
    skua::finish([n] {
      skua::shared_array<linear> const a(n);
      skua::shared_array<linear> const cyclic(n, 1);
      skua::for_each(
          a, [](std::size_t i, linear& f) { f = {static_cast<unsigned>(2 * i + 3), static_cast<unsigned>(i)}; });
      skua::transform(a, cyclic, std::identity());
      std::vector<linear> const functions = contents(a);
      auto const compose = [](linear const& f, linear const& g) { return then(f, g); };
      linear const composition = std::accumulate(functions.begin(), functions.end(), linear{5, 1}, compose);
      CHECK(skua::reduce(a, linear{5, 1}, compose) == composition);
      CHECK(skua::reduce(skua::fixed_order, cyclic, linear{5, 1}, compose) == composition);
      std::vector<linear> prefixes(n);
      std::inclusive_scan(functions.begin(), functions.end(), prefixes.begin(), compose);
      for (auto const& array : {a, cyclic}) {
        skua::inclusive_scan(array, array, compose);
        CHECK(contents(array) == prefixes);
      }
    });
  }
}

PLACE_CASE(shared_algorithm_results_that_are_encoded) {
  skua::shared_array<char> const a(300);
  skua::for_each(a, [](std::size_t i, char& x) { x = static_cast<char>('a' + i % 26); });
  std::string expected = "> ";
  for (std::size_t i = 0; i < a.size(); ++i) expected += static_cast<char>('a' + i % 26);
  auto const text_of_letter = [](char x) { return std::string(1, x); };
  SAME(skua::transform_reduce(a, std::string("> "), std::plus<>(), text_of_letter), expected);
  SAME(skua::transform_reduce(skua::fixed_order, a, std::string("> "), std::plus<>(), text_of_letter), expected);
}

/// The bits of a sum of numbers of many magnitudes.
std::uint64_t bits_of_sum(std::size_t n, std::size_t block) {
  std::uint64_t bits = 0;
  skua::finish([&] {
    skua::shared_array<double> const a(n, block);
    skua::for_each(a, [](std::size_t i, double& x) {
      std::uint64_t const mixed = (i + 1) * 0x9e3779b97f4a7c15u;
      x = static_cast<double>(mixed >> 11) / static_cast<double>(std::uint64_t{1} << (mixed % 60));
    });
    bits = std::bit_cast<std::uint64_t>(skua::reduce(skua::fixed_order, a, 0.0));
  });
  return bits;
}

PLACE_CASE(shared_algorithm_fixed_order_has_the_same_bits) {
  // These values hold for any number of places and workers; they were found with one place.
  std::size_t const sizes_of_sums[] = {1000, 4097, 50'000};
  std::uint64_t const expected[] = {0x437e423182b9ca92, 0x439e67a06069b6d2, 0x43d9ca0de8eb4ee4};
  for (std::size_t s = 0; s < 3; ++s) {
    for (std::size_t const block : {0, 1, 100, 4096, 7000}) SAME(bits_of_sum(sizes_of_sums[s], block), expected[s]);
  }
}

PLACE_CASE(shared_algorithm_of_some_places) {
  // Arrays over the places but the first one; calls from a place without elements.
  if (skua::places() < 2) return;
  std::vector<int> members;
  for (int p = 1; p < skua::places(); ++p) members.push_back(p);
  skua::run_spmd(skua::place_set(members), [] {
    std::vector<int> places_of_set;
    for (int p = 1; p < skua::places(); ++p) places_of_set.push_back(p);
    skua::place_set const set(places_of_set);
    auto const a = skua::shared_array<long>::collective(5000, set);
    auto const b = skua::shared_array<long>::collective(5000, 10, set);
    if (skua::here() == 1) {
      skua::at(0, [a, b] {
        skua::shared_array<long> const everywhere(5000);
        assign_values(a);
        skua::transform(a, everywhere, [](long x) { return x + 1; });
        skua::transform(everywhere, b, [](long x) { return x - 1; });
        auto expected = values(5000);
        CHECK(contents(b) == expected);
        SAME(skua::reduce(a), std::reduce(expected.begin(), expected.end()));
        skua::sort(a);
        skua::sort(b, std::greater<>());
        skua::inclusive_scan(b, b);
        std::sort(expected.begin(), expected.end());
        CHECK(contents(a) == expected);
        std::inclusive_scan(expected.rbegin(), expected.rend(), expected.begin());
      });
    }
    skua::collective::barrier(set);
  });
}

}  // namespace
