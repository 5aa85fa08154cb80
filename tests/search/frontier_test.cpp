// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The nodes that walks leave to other workers are taken in the order of the sequential search.
#include <skua/detail/search/frontier.hpp>
#include <skua/wire/wire.hpp>

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace {

using frontier = skua::search::detail::frontier<std::string>;
using lazy_task = skua::search::detail::lazy_task<std::string>;

/// The node that a position takes first; "": none.
std::string first(frontier::position& t, std::int32_t depth_expected = -1) {
  std::vector<std::string> alone{"old"};
  std::int32_t depth = 0;
  double weight = 0;
  if (!t.take_first(alone, depth, weight)) return "";
  EXPECT_EQ(alone.size(), 1u);
  EXPECT_TRUE(depth_expected < 0 || depth == depth_expected) << depth;
  return alone.front();
}

TEST(search_frontier, what_was_left_later_is_deeper_and_comes_first) {
  frontier list;
  frontier::position me(list);
  EXPECT_TRUE(list.empty());
  me.leave({"1", "2"}, 1, 0.25);
  me.leave({"01", "02"}, 2, 0.125);
  EXPECT_FALSE(list.empty());
  EXPECT_EQ(first(me, 2), "01");
  me.leave({"011"}, 3, 0.0625);  // a child of 01, which is being searched now
  EXPECT_EQ(first(me, 3), "011");
  EXPECT_EQ(first(me, 2), "02");
  EXPECT_EQ(first(me, 1), "1");
  EXPECT_EQ(first(me, 1), "2");
  EXPECT_EQ(first(me), "");
  EXPECT_TRUE(list.empty());
}

TEST(search_frontier, what_is_added_last_comes_after_all_walks) {
  frontier list;
  list.add_last({{"1", 1, 0.5}, {"2", 1, 0.5}});
  EXPECT_FALSE(list.empty());
  frontier::position me(list);
  me.leave({"01"}, 2, 0.25);
  EXPECT_EQ(first(me, 2), "01");
  EXPECT_EQ(first(me, 1), "1");
  EXPECT_EQ(first(me, 1), "2");
  EXPECT_TRUE(list.empty());
}

TEST(search_frontier, lazy_tasks_take_several_of_the_nodes_that_were_added_last) {
  bool took_several = false;
  for (int attempt = 0; attempt < 1000 && !took_several; ++attempt) {  // requests that are 1 ms apart take one each
    frontier list;
    list.add_last({{"deep", 3, 0}, {"1", 2, 0}, {"2", 2, 0}, {"3", 2, 0}, {"4", 2, 0}, {"heavy", 2, 0.5}});
    std::string taken;
    while (!list.empty()) {
      std::int32_t depth = 0;
      double weight = 0;
      auto const nodes = list.take_some(depth, weight);
      took_several = took_several || nodes.size() > 1;
      for (auto const& n : nodes) {
        EXPECT_EQ(depth, n == "deep" ? 3 : 2);
        EXPECT_EQ(weight, n == "heavy" ? 0.5 : 0) << n;
        taken += n + " ";
      }
    }
    EXPECT_EQ(taken, "deep 1 2 3 4 heavy ");
  }
  EXPECT_TRUE(took_several);
}

TEST(search_frontier, each_walk_leaves_behind_its_own_turn) {
  frontier list;
  frontier::position a(list);
  a.leave({"1", "2", "3"}, 1, 0);
  frontier::position b(list);
  EXPECT_EQ(first(b), "1");
  b.leave({"11", "12"}, 2, 0);
  a.leave({"01"}, 2, 0);  // a is still below 0
  {
    frontier::position c(list);
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

TEST(search_frontier, an_offer_takes_when_it_leaves) {
  frontier list;
  frontier::position me(list);
  me.leave({"1", "2", "3", "4"}, 1, 0.25);
  lazy_task const o{&list};
  EXPECT_EQ(first(me), "1");  // before the lazy_task leaves

  skua::wire::writer message;
  skua::wire::encode(message, o);
  skua::wire::reader in(message.view());
  lazy_task const decoded = skua::wire::decode<lazy_task>(in);
  EXPECT_EQ(decoded.source, nullptr);
  EXPECT_EQ(decoded.nodes, std::vector<std::string>{"2"});
  EXPECT_EQ(decoded.depth, 1);
  EXPECT_EQ(decoded.weight, 0.25);

  EXPECT_EQ(first(me), "3");
  EXPECT_EQ(first(me), "4");
  skua::wire::writer late;
  skua::wire::encode(late, lazy_task{&list});
  skua::wire::reader in_late(late.view());
  EXPECT_TRUE(skua::wire::decode<lazy_task>(in_late).nodes.empty());
}

TEST(search_frontier, not_more_than_half_of_a_rest_leaves) {
  frontier list;
  frontier::position me(list);
  me.leave(std::vector<std::string>(100, "x"), 1, 0.01);
  me.leave({"0"}, 2, 0.5);
  std::size_t remaining = 101;
  while (!list.empty()) {
    std::int32_t depth = 0;
    double weight = 0;
    auto const nodes = list.take_some(depth, weight);
    ASSERT_FALSE(nodes.empty());
    ASSERT_LE(nodes.size(), remaining == 101 ? 1 : (remaining + 1) / 2);
    EXPECT_DOUBLE_EQ(weight, (depth == 2 ? 0.5 : 0.01) * static_cast<double>(nodes.size()));
    remaining -= nodes.size();
  }
  EXPECT_EQ(remaining, 0u);
}

TEST(search_frontier, all_that_is_left_can_be_kept) {
  frontier list;
  frontier::position a(list);
  a.leave({"1", "2", "3"}, 1, 0.25);
  a.leave({"01"}, 2, 0.125);
  EXPECT_EQ(first(a), "01");
  std::vector<std::string> nodes;
  list.take_all([&](auto n) {
    EXPECT_EQ(n.depth, 1);
    EXPECT_EQ(n.weight, 0.25);
    nodes.push_back(n.node);
  });
  EXPECT_EQ(nodes, (std::vector<std::string>{"1", "2", "3"}));
  EXPECT_EQ(first(a), "");
  a.leave({"012"}, 3, 0);  // the list can be used again
  EXPECT_EQ(first(a), "012");
}

TEST(search_frontier, threads_take_each_once) {
  frontier list;
  constexpr int rounds = 20'000;
  constexpr int worker_count = 4;
  std::vector<std::thread> threads;
  std::vector<long> taken_counts(worker_count);
  for (int id = 0; id < worker_count; ++id) {
    threads.emplace_back([&list, &taken_counts, id] {
      frontier::position me(list);
      for (int i = 0; i < rounds; ++i) {
        me.leave({"a", "b", "c"}, i, 0);
        for (int k = 0; k < 2; ++k) taken_counts[static_cast<std::size_t>(id)] += !first(me).empty();
        if (i % 7 == 0) {
          std::int32_t depth = 0;
          double weight = 0;
          taken_counts[static_cast<std::size_t>(id)] += static_cast<long>(list.take_some(depth, weight).size());
        }
      }
      while (!first(me).empty()) ++taken_counts[static_cast<std::size_t>(id)];
    });
  }
  for (auto& t : threads) t.join();
  long sum = 0;
  for (long const n : taken_counts) sum += n;
  EXPECT_EQ(sum, 3L * rounds * worker_count);
  EXPECT_TRUE(list.empty());
}

}  // namespace
