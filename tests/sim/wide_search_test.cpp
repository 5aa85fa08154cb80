// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ordered searches over more places than one place has children in the tree of places: the requests
// for parts go through the places between (search/part_requests.hpp).
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

#include <skua/search.hpp>
#include <skua/skua.hpp>

#include "remote/node.hpp"
#include "search/random_tree.hpp"
#include "support/task_test.hpp"

namespace {

namespace search = skua::search;
using search_test::random_tree;

struct wide_world {
  int places, workers, seed;

  friend std::ostream& operator<<(std::ostream& to, wide_world const& w) {
    return to << w.places << " places, " << w.workers << " workers, seed " << w.seed;
  }
};

class wide_search : public testing::TestWithParam<wide_world> {
 protected:
  template <class Body>
  void run(Body const& body) {
    auto const [places, workers, seed] = GetParam();
    skua::options settings;
    settings.sim = "places=" + std::to_string(places) + ",workers=" + std::to_string(workers) +
                   ",seed=" + std::to_string(seed) + ",jitter=1";
    settings.steal = "nearest(ahead=off)";  // no load hints, no repeated requests: few messages
    skua::runtime program{settings};
    program.run(body);
  }
};

/// More parts than workers, fewer parts, and one; from place 0 and from another home.
TASK_TEST_P(wide_search, visits_every_part_once) {
  for (int const home : {0, skua::places() / 2}) {
    skua::at(home, [] {
      for (random_tree const& tree : {random_tree{5, 6, 9, 9}, random_tree{7, 7, 4, 9}}) {
        auto const expected = search_test::search_plainly(tree);
        for (std::int32_t const depth : {0, 2, 4}) {
          auto const result = search::enumerate(tree, search::ordered{depth});
          EXPECT_EQ(result.value, expected.nodes);
          EXPECT_EQ(result.stats.nodes, expected.nodes);
          EXPECT_TRUE(result.complete);
          for (bool const by_discrepancy : {false, true})
            EXPECT_EQ(search::maximise(tree, search::ordered{depth, by_discrepancy}).value, expected.largest);
        }
      }
    });
  }
}

TASK_TEST_P(wide_search, goes_on_where_a_limit_has_stopped_it) {
  random_tree const tree{5, 6, 9, 9};
  auto const expected = search_test::search_plainly(tree);
  search::options limited;
  limited.node_limit = expected.nodes / 3;
  limited.keep_open = true;
  auto first = search::enumerate(tree, search::ordered{3}, skua::sum<std::uint64_t>(), limited);
  auto const rest = search::enumerate(tree, search::ordered{3}, skua::sum<std::uint64_t>(), {},
                                      search::resume<random_tree>(first.open));
  EXPECT_TRUE(rest.complete);
  EXPECT_EQ(first.value + rest.value, expected.nodes);
}

/// It throws above the parts, at the home, or in a part, at any place.
struct failing_tree : random_tree {
  std::int32_t failing_depth = 1;

  children_t children(node const& n) const {
    if (n.depth == failing_depth && search_test::mixed(n.path) % 3 == 0) throw std::runtime_error("no children");
    return random_tree::children(n);
  }
};

TASK_TEST_P(wide_search, throws_what_the_problem_throws) {
  for (std::int32_t const depth : {1, 3}) {
    failing_tree const tree{{5, 6, 9, 9}, depth};
    try {
      (void)search::enumerate(tree, search::ordered{2});
      FAIL() << "no exception of depth " << depth;
    } catch (std::runtime_error const& e) {
      EXPECT_STREQ(e.what(), "no children");
    }
  }
  random_tree const tree{5, 6, 9, 9};
  EXPECT_EQ(search::enumerate(tree, search::ordered{2}).value, search_test::search_plainly(tree).nodes);
}

/// A node takes a microsecond.
struct slow_tree : random_tree {
  children_t children(node const& n) const {
    skua::sim::work(1e-6);
    return random_tree::children(n);
  }
};

TASK_TEST_P(wide_search, ends_when_its_scope_is_cancelled) {
  slow_tree const tree{{5, 12, 9, 9}};  // far too large
  skua::finish([&](skua::scope enclosing) {
    skua::spawn(skua::on(1), [enclosing] {
      skua::sleep_for(std::chrono::microseconds(300));
      enclosing.cancel();
    });
    EXPECT_THROW((void)search::enumerate(tree, search::ordered{4}), skua::cancelled_error);
  });
}

/// The home gets messages from its children in the tree only, and hardly any after its last part.
TASK_TEST_P(wide_search, sends_few_messages_from_its_home) {
  random_tree const tree{5, 6, 7, 9};
  auto const sent = [] { return skua::remote::node_of(skua::sched::place_here()).end().sent().messages; };
  (void)search::enumerate(tree, search::ordered{1});
  auto const before = sent();
  (void)search::enumerate(tree, search::ordered{1});
  EXPECT_LT(sent() - before, 150u);  // 106 to 144, by the seed; one for each place would be 300
}

INSTANTIATE_TEST_SUITE_P(worlds, wide_search, testing::Values(wide_world{40, 3, 2}, wide_world{300, 1, 3}),
                         [](auto const& i) {
                           return "places_" + std::to_string(i.param.places) + "_workers_" +
                                  std::to_string(i.param.workers);
                         });

}  // namespace
