// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What walks leave to others is taken in the order of the sequential search.
#include <skua/search/rests.hpp>
#include <skua/wire/wire.hpp>

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace {

using rests = skua::search::detail::rests<std::string>;
using offer = skua::search::detail::offer<std::string>;

/// What a turn takes first; "": nothing.
std::string first(rests::turn& t, std::int32_t depth_expected = -1) {
  std::vector<std::string> alone{"old"};
  std::int32_t depth = 0;
  double weight = 0;
  if (!t.take_first(alone, depth, weight)) return "";
  EXPECT_EQ(alone.size(), 1u);
  EXPECT_TRUE(depth_expected < 0 || depth == depth_expected) << depth;
  return alone.front();
}

TEST(search_rests, what_was_left_later_is_deeper_and_comes_first) {
  rests all;
  rests::turn me(all);
  EXPECT_TRUE(all.empty());
  me.leave({"1", "2"}, 1, 0.25);
  me.leave({"01", "02"}, 2, 0.125);
  EXPECT_FALSE(all.empty());
  EXPECT_EQ(first(me, 2), "01");
  me.leave({"011"}, 3, 0.0625);  // of 01, which is searched now
  EXPECT_EQ(first(me, 3), "011");
  EXPECT_EQ(first(me, 2), "02");
  EXPECT_EQ(first(me, 1), "1");
  EXPECT_EQ(first(me, 1), "2");
  EXPECT_EQ(first(me), "");
  EXPECT_TRUE(all.empty());
}

TEST(search_rests, each_walk_leaves_behind_its_own_turn) {
  rests all;
  rests::turn a(all);
  a.leave({"1", "2", "3"}, 1, 0);
  rests::turn b(all);
  EXPECT_EQ(first(b), "1");
  b.leave({"11", "12"}, 2, 0);
  a.leave({"01"}, 2, 0);  // a is still in 0
  {
    rests::turn c(all);
    EXPECT_EQ(first(c), "01");
    EXPECT_EQ(first(c), "11");
    c.leave({"111"}, 3, 0);
  }
  EXPECT_EQ(first(a), "111");
  EXPECT_EQ(first(b), "12");
  EXPECT_EQ(first(a), "2");
  b.leave({"121"}, 3, 0);
  EXPECT_EQ(first(a), "121");
  EXPECT_EQ(first(a), "3");
  EXPECT_EQ(first(b), "");
}

TEST(search_rests, an_offer_takes_when_it_leaves) {
  rests all;
  rests::turn me(all);
  me.leave({"1", "2", "3", "4"}, 1, 0.25);
  offer const o{&all};
  EXPECT_EQ(first(me), "1");  // meanwhile

  skua::wire::writer message;
  skua::wire::encode(message, o);
  skua::wire::reader in(message.view());
  offer const there = skua::wire::decode<offer>(in);
  EXPECT_EQ(there.from, nullptr);
  EXPECT_EQ(there.nodes, std::vector<std::string>{"2"});
  EXPECT_EQ(there.depth, 1);
  EXPECT_EQ(there.weight, 0.25);

  EXPECT_EQ(first(me), "3");
  EXPECT_EQ(first(me), "4");
  skua::wire::writer late;
  skua::wire::encode(late, offer{&all});
  skua::wire::reader in_late(late.view());
  EXPECT_TRUE(skua::wire::decode<offer>(in_late).nodes.empty());
}

TEST(search_rests, not_more_than_half_of_a_rest_leaves) {
  rests all;
  rests::turn me(all);
  me.leave(std::vector<std::string>(100, "x"), 1, 0.01);
  me.leave({"0"}, 2, 0.5);
  std::size_t left = 101;
  while (!all.empty()) {
    std::int32_t depth = 0;
    double weight = 0;
    auto const some = all.take_some(depth, weight);
    ASSERT_FALSE(some.empty());
    ASSERT_LE(some.size(), left == 101 ? 1 : (left + 1) / 2);
    EXPECT_DOUBLE_EQ(weight, (depth == 2 ? 0.5 : 0.01) * static_cast<double>(some.size()));
    left -= some.size();
  }
  EXPECT_EQ(left, 0u);
}

TEST(search_rests, all_that_is_left_can_be_kept) {
  rests all;
  rests::turn a(all);
  a.leave({"1", "2", "3"}, 1, 0.25);
  a.leave({"01"}, 2, 0.125);
  EXPECT_EQ(first(a), "01");
  std::vector<std::string> kept;
  all.take_all([&](auto n) {
    EXPECT_EQ(n.depth, 1);
    EXPECT_EQ(n.weight, 0.25);
    kept.push_back(n.node);
  });
  EXPECT_EQ(kept, (std::vector<std::string>{"1", "2", "3"}));
  EXPECT_EQ(first(a), "");
  a.leave({"012"}, 3, 0);  // the list goes on
  EXPECT_EQ(first(a), "012");
}

TEST(search_rests, threads_take_each_once) {
  rests all;
  constexpr int each = 20'000;
  constexpr int crew = 4;
  std::vector<std::thread> threads;
  std::vector<long> taken(crew);
  for (int id = 0; id < crew; ++id) {
    threads.emplace_back([&all, &taken, id] {
      rests::turn me(all);
      for (int i = 0; i < each; ++i) {
        me.leave({"a", "b", "c"}, i, 0);
        for (int k = 0; k < 2; ++k) taken[static_cast<std::size_t>(id)] += !first(me).empty();
        if (i % 7 == 0) {
          std::int32_t depth = 0;
          double weight = 0;
          taken[static_cast<std::size_t>(id)] += static_cast<long>(all.take_some(depth, weight).size());
        }
      }
      while (!first(me).empty()) ++taken[static_cast<std::size_t>(id)];
    });
  }
  for (auto& t : threads) t.join();
  long sum = 0;
  for (long const n : taken) sum += n;
  EXPECT_EQ(sum, 3L * each * crew);
  EXPECT_TRUE(all.empty());
}

}  // namespace
