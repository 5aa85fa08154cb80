// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instruments change nothing: with one worker, a search, a loop and a tree of tasks run in the same
// tasks and in the same order with and without them.
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "trees.hpp"

namespace {

using namespace search_test;

/// What the program saw; equal in all runs.
struct trail {
  std::vector<std::int64_t> order;  // of tasks, nodes and iterations
  std::uint64_t nodes = 0;
  std::uint64_t search_tasks = 0;
  std::uint64_t loop_tasks = 0;

  bool operator==(trail const&) const = default;
};

/// Of the nodes. The check mode looks for changes of static objects, and this one is on the heap.
std::vector<std::int64_t>& opened() {
  static auto& order = *new std::vector<std::int64_t>;
  return order;
}

/// A root with `leaves` children. Each node is noted when it is opened.
struct noted_star {
  std::int64_t leaves;

  using node = std::int64_t;
  node root() const { return 0; }
  std::vector<node> children(node n) const {
    opened().push_back(n);
    std::vector<std::int64_t> result(n == 0 ? static_cast<std::size_t>(leaves) : 0);
    std::iota(result.begin(), result.end(), 1);
    return result;
  }
};

void spawn_tree(int node, int depth, std::vector<std::int64_t>& order) {
  order.push_back(node);
  if (depth == 0) return;
  for (int i = 1; i <= 3; ++i) skua::spawn([=, &order] { spawn_tree(3 * node + i, depth - 1, order); });
}

trail walked(bool counts) {
  trail t;
  auto const scope = [counts](auto const& body) {
    return counts ? skua::finish(skua::counted, body) : skua::finish(body);
  };
  scope([&] { spawn_tree(0, 5, t.order); });
  for (bool const chunked : {false, true}) {
    scope([&] {
      auto const r = search::enumerate(noted_star{3000}, search::stack_stealing{chunked});
      t.nodes += r.stats.nodes;
      t.search_tasks += r.stats.tasks;
    });
  }
  std::ranges::move(std::exchange(opened(), {}), std::back_inserter(t.order));
  t.loop_tasks =
      skua::finish(skua::counted, [&] { skua::for_async(1000, [&](std::int64_t i) { t.order.push_back(i); }); }).ran;
  return t;
}

/// Walks until no spare worker, which a busy machine may need, has stolen anything.
trail walk_on(skua::options o, bool counts = false) {
  o.workers = 1;
  for (int tries = 100;; --tries) {
    skua::runtime place{o};
    auto const [t, steals] = place.run([&] {
      trail found = walked(counts);
      return std::pair{found, skua::stats().total().steals};
    });
    if (steals == 0 || tries == 0) return t;
  }
}

TEST(instruments, tasks_and_their_order_stay) {
  trail const plain = walk_on({});
  EXPECT_EQ(plain.search_tasks, 2u);
  EXPECT_EQ(plain.loop_tasks, 1u);
  EXPECT_TRUE(walk_on({}, true) == plain) << "finish(counted)";
  std::string const folder = testing::TempDir() + "skua_instruments_" + std::to_string(::getpid());
  std::filesystem::create_directory(folder);
  EXPECT_TRUE(walk_on({.stats = skua::stats_level::on}) == plain);
  EXPECT_TRUE(walk_on({.stats = skua::stats_level::detailed}) == plain);
  EXPECT_TRUE(walk_on({.sim = "places=1,workers=1"}) == plain);
  EXPECT_TRUE(walk_on({.check = true}) == plain);
  EXPECT_TRUE(walk_on({.trace = folder + "/trace"}) == plain);
  std::filesystem::remove_all(folder);
}

TEST(instruments, a_run_after_one_in_check_mode_is_not_checked) {
  (void)walk_on({.check = true});
  EXPECT_EQ(run_on(2, [] { return skua::async(skua::on(0), [] { return 42; }).get(); }), 42) << "it crashed";
}

}  // namespace
