// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many reducers: exact although workers close their partials, and small when no task uses them
// any more.
#include <skua/detail/core/partials.hpp>

#include <stdexcept>
#include <vector>

#include "core_support.hpp"
#include "support/resident.hpp"

namespace {

using namespace sync_test;
using test_support::fewer;

TASK_TEST(partials, reducers_that_take_turns_are_exact) {
  constexpr int n = 200;
  std::vector<skua::sum<long>> const sums(n);  // makes n of them
  std::vector<skua::best_max<int, int>> const bests(n);
  std::vector<skua::vector_sum<int>> vectors;
  for (int i = 0; i < n; ++i) vectors.emplace_back(2);
  int const rounds = fewer(50, 5);
  skua::finish([&] {
    for (int t = 0; t < 8; ++t) {
      skua::spawn([&, t] {
        for (int k = 0; k < rounds; ++k) {
          for (auto const& s : sums) s += 1;
          for (auto const& b : bests) b.offer(t, k);
          for (auto const& v : vectors) v[1] += 2;
          skua::yield();
        }
      });
    }
  });
  for (auto const& s : sums) ASSERT_EQ(s.get(), 8 * rounds);
  for (auto const& b : bests) ASSERT_EQ(b.get()->value, 7);
  for (auto const& v : vectors) ASSERT_EQ(v.get(), (std::vector<int>{0, 16 * rounds}));
  sums[3].reset();
  EXPECT_EQ(sums[3].get(), 0);
  EXPECT_EQ(sums[4].get(), 8 * rounds);
}

TASK_TEST(partials, a_reducer_may_end_while_other_workers_close_its_partials) {
  skua::finish([] {
    for (int t = 0; t < 8; ++t) {
      skua::spawn([] {
        for (int k = 0; k < fewer(500, 50); ++k) {
          long total = 0;
          skua::finish([&] {
            skua::sum<long> const r;
            skua::finish([=] { skua::for_async(skua::chunked(1), 16, [=](std::int64_t i) { r += i; }); });
            total = r.get();
          });
          ASSERT_EQ(total, 120);
        }
      });
    }
  });
}

/// A value that no atomic can hold.
struct wide {
  long value = 0, ballast[3] = {};
};
struct refusing_wide {
  static wide identity() { return {}; }
  wide operator()(wide a, wide const& b) const {
    if (refuses) throw std::runtime_error("no more");
    a.value += b.value;
    return a;
  }
  static inline bool refuses = false;
};

TEST(partials, a_partial_that_cannot_be_merged_is_kept) {
  skua::runtime{skua::options{.workers = 1}}.run([] {
    skua::reducer<wide, refusing_wide> const first;
    first += wide{5};
    refusing_wide::refuses = true;
    std::vector<skua::count> others;
    for (int i = 0; i < 20; ++i) others.emplace_back() += 1;  // closes the partial of `first`
    refusing_wide::refuses = false;
    first += wide{6};
    EXPECT_EQ(first.get().value, 11);
  });
}

/// The bytes by which the process grows for each object that make() makes and uses.
template <class Make>
double bytes_left_by(Make const& make) {
  constexpr int n = 20'000;
  for (int i = 0; i < 2000; ++i) make();
  long const before = test_support::resident_bytes();
  for (int i = 0; i < n; ++i) make();
  return static_cast<double>(test_support::resident_bytes() - before) / n;
}

TEST(partials, an_object_of_the_body_that_is_no_longer_used_is_small) {
  if (test_support::address_sanitizer || test_support::thread_sanitizer)
    GTEST_SKIP() << "they have memory of their own";
  skua::runtime{skua::options{.workers = 3}}.run([] {
    auto const in_a_loop = [](auto r, auto const& use) {
      skua::finish([=] { skua::for_async(skua::chunked(1), 8, [=](std::int64_t) { use(r); }); });
    };
    EXPECT_LT(bytes_left_by([&] { in_a_loop(skua::sum<double>(), [](auto const& r) { r += 1; }); }), 160);
    EXPECT_LT(bytes_left_by([&] { in_a_loop(skua::best_min<int, int>(), [](auto const& r) { r.offer(1, 2); }); }), 224);
    EXPECT_LT(bytes_left_by([&] { in_a_loop(skua::vector_sum<int>(4), [](auto const& r) { r[1] += 1; }); }), 256);
    EXPECT_LT(bytes_left_by([] { ++*skua::place_local<int>(1); }), 128);
    EXPECT_LT(bytes_left_by([] { static_cast<void>(skua::phaser()); }), 256);
    EXPECT_LT(bytes_left_by([] { static_cast<void>(skua::phaser_accumulator<int>(skua::phaser())); }), 640);
    EXPECT_LT(bytes_left_by([] { skua::finish([](skua::scope& s) { EXPECT_FALSE(s.cancelled()); }); }), 16);
    EXPECT_LT(bytes_left_by([] { skua::finish([] { skua::spawn(skua::named("step"), [] {}); }); }), 16);
  });
}

}  // namespace
