// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thousands of scopes of a millisecond with tasks that migrate: every count must be right, and no
// scope may hang.
#include <gtest/gtest.h>

#include <cstdlib>
#include <tuple>

#include "remote/cases.hpp"

namespace place_test {
namespace {

/// The environment variable TEST_SCALE multiplies the length.
int scaled(int n) {
  char const* const text = std::getenv("TEST_SCALE");
  int const result = static_cast<int>(n * (text != nullptr ? std::atof(text) : 1.0));
  return result > 1 ? result : 1;
}

/// Each task spawns `width` tasks of depth - 1: here, anywhere, or at a chosen place.
void scatter(int depth, int width, unsigned dice, skua::sum<long> ran) {
  ran += 1;
  if (depth == 0) return;
  for (int i = 0; i < width; ++i) {
    dice = dice * 1664525u + 1013904223u;
    switch (dice >> 30) {
      case 0:
        skua::spawn(scatter, depth - 1, width, dice, ran);
        break;
      case 1:
        skua::spawn(skua::on(static_cast<int>((dice >> 16) % static_cast<unsigned>(skua::places()))), scatter,
                    depth - 1, width, dice, ran);
        break;
      default:
        skua::spawn(skua::any, scatter, depth - 1, width, dice, ran);
    }
  }
}
constexpr long scattered_tasks(int depth, int width) {
  return depth == 0 ? 1 : 1 + width * scattered_tasks(depth - 1, width);
}

class scopes : public testing::TestWithParam<std::tuple<int, int>> {
 protected:
  template <class Body>
  void run(Body const& body) {
    skua::options o;
    o.places = std::get<0>(GetParam());
    o.workers = std::get<1>(GetParam());
    o.transport = "inproc";
    take_failures();
    skua::runtime program{o};
    program.run(body);
    EXPECT_EQ(take_failures(), 0);
  }
};
INSTANTIATE_TEST_SUITE_P(place, scopes, testing::Combine(testing::Values(2, 3, 4), testing::Values(1, 2)),
                         [](auto const& c) {
                           return std::to_string(std::get<0>(c.param)) + "_places_of_" +
                                  std::to_string(std::get<1>(c.param));
                         });

TEST_P(scopes, lose_no_task) {
  int const n = scaled(fewer(10'000, 1'000));
  run([n] {
    for (int k = 0; k < n; ++k) {
      skua::sum<long> ran;
      int const depth = 2 + k % 3;
      skua::finish_result const r = skua::finish(
          [&] { skua::spawn(skua::any.from(k % skua::places()), scatter, depth, 3, static_cast<unsigned>(k), ran); });
      SAME(ran.get(), scattered_tasks(depth, 3));
      CHECK(r.completed());
    }
  });
}

TEST_P(scopes, count_what_ran_and_what_did_not) {
  int const n = scaled(fewer(3'000, 300));
  run([n] {
    for (int k = 0; k < n; ++k) {
      skua::sum<long> ran;
      bool const cancelled = k % 4 == 0;
      skua::finish_result const r = skua::finish(skua::counted, [&](skua::scope s) {
        skua::spawn(skua::any.from(k % skua::places()), scatter, 4, 3, static_cast<unsigned>(k), ran);
        if (cancelled) skua::spawn(skua::on((k / 4) % skua::places()), skua::shielded, [s] { s.cancel(); });
      });
      SAME(r.cancelled(), cancelled);
      SAME(r.ran, static_cast<std::uint64_t>(ran.get() + (cancelled ? 1 : 0)));
      if (!cancelled) SAME(ran.get(), scattered_tasks(4, 3));
    }
  });
}

TEST_P(scopes, of_all_places_at_once) {
  int const n = scaled(fewer(1'000, 100));
  run([n] {
    skua::finish([n] {
      for (int p = 0; p < skua::places(); ++p) {
        for (int i = 0; i < 2; ++i) {
          skua::spawn(skua::on(p), [n, i] {
            for (int k = 0; k < n; ++k) {
              skua::sum<long> ran;
              bool const cancelled = (k + i) % 3 == 0;
              bool const throws = (k + i) % 7 == 1;
              try {
                skua::finish_result const r = skua::finish([&] {
                  skua::spawn(skua::any, scatter, 3, 3, static_cast<unsigned>(7 * k + i), ran);
                  if (cancelled) skua::spawn(skua::on(next_place(skua::here())), [] { skua::cancel(); });
                  if (throws)
                    skua::spawn(skua::on(next_place(skua::here())), skua::shielded,
                                [] { throw std::range_error("now and then"); });
                });
                CHECK(!throws);
                SAME(r.cancelled(), cancelled);
                if (!cancelled) SAME(ran.get(), scattered_tasks(3, 3));
              } catch (std::range_error const&) {
                CHECK(throws);
              }
            }
          });
        }
      }
    });
  });
}

}  // namespace
}  // namespace place_test
