// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A search whose scope is cancelled by the program's own functions has no result: it throws, with
// every coordination. A part of the tree must not pass for all of it.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

#include "paths_tree.hpp"
#include "trees.hpp"

namespace {

using namespace search_test;

/// A function of the problem, in which the search is cancelled.
enum class origin { children, value, objective, bound };

/// The complete binary tree with 32,767 nodes. At the hundredth call of one of its functions it
/// cancels: the innermost scope, or the one with the handle.
struct self_cancelling {
  static constexpr std::int64_t height = 14;
  static inline std::atomic<int> calls;

  origin from = origin::children;
  std::optional<skua::scope> enclosing = {};

  using node = paths_tree::node;
  using children_t = paths_tree::children_t;
  node root() const { return {}; }
  children_t children(node const& n) const {
    called(origin::children);
    return {n.depth + 1, n.depth < height ? 2 : 0};
  }
  std::uint64_t value(node const&) const {
    called(origin::value);
    return 1;
  }
  std::int64_t objective(node const& n) const {
    called(origin::objective);
    return n.depth;
  }
  std::int64_t bound(node const&) const {
    called(origin::bound);
    return height + 1;
  }

 private:
  void called(origin where) const {
    if (where != from || ++calls != 100) return;
    if (enclosing) {
      enclosing->cancel();
    } else {
      skua::cancel();
    }
  }
};

/// Whether search() throws cancelled_error.
bool is_refused(auto const& search) {
  try {
    (void)search();
    return false;
  } catch (skua::cancelled_error const&) {
    return true;
  }
}

class search_cancelled : public every_way {
 protected:
  /// The search runs `kind` of search by the parameter's coordination.
  void expect_refused(origin from, auto const& search) const {
    self_cancelling::calls = 0;
    run([&] {
      self_cancelling const p{from};
      EXPECT_TRUE(is_refused([&] { return search(p); }));
      EXPECT_FALSE(skua::cancelled()) << "only the scope of the search is cancelled";
    });
  }
};

TEST_P(search_cancelled, an_enumeration_that_cancels_itself_throws) {
  for (origin const from : {origin::children, origin::value})
    expect_refused(from, [&](self_cancelling const& p) { return search::enumerate(p, coordination()); });
}

TEST_P(search_cancelled, an_optimisation_that_cancels_itself_throws) {
  for (origin const from : {origin::children, origin::objective, origin::bound}) {
    expect_refused(from, [&](self_cancelling const& p) {
      return search::maximise(p, coordination(), {}, self_cancelling::height);
    });
  }
}

TEST_P(search_cancelled, a_decision_that_cancels_itself_throws) {
  for (origin const from : {origin::children, origin::objective, origin::bound}) {
    expect_refused(
        from, [&](self_cancelling const& p) { return search::decide(p, self_cancelling::height + 1, coordination()); });
  }
}

// From another place the cancellation is a message, which may come after the last visit.
TEST_P(search_cancelled, one_that_cancels_an_enclosing_scope_throws_or_is_whole) {
  self_cancelling::calls = 0;
  run([&] {
    skua::finish([&](skua::scope enclosing) {
      self_cancelling const p{origin::children, enclosing};
      bool const refused = is_refused([&] {
        auto const r = search::enumerate(p, coordination());
        EXPECT_TRUE(r.complete);
        EXPECT_EQ(r.value, (1u << (self_cancelling::height + 1)) - 1);
      });
      EXPECT_TRUE(refused || GetParam().places > 1);
    });
  });
}

TEST_P(search_cancelled, one_with_open_nodes_throws_too) {
  self_cancelling::calls = 0;
  run([&] {
    self_cancelling const p{};
    search::options const o{.node_limit = 20'000, .keep_open = true};
    EXPECT_TRUE(is_refused([&] { return search::enumerate(p, coordination(), o); }));
  });
}

INSTANTIATE_TEST_SUITE_P(way, search_cancelled, testing::ValuesIn(ways()),
                         [](auto const& i) { return i.param.name(); });

TEST(search_cancelled_by, a_node_opens_no_other_node_of_its_worker) {
  self_cancelling::calls = 0;
  run_on(1, [] {
    EXPECT_TRUE(is_refused([] { return search::enumerate(self_cancelling{}, search::stack_stealing{}); }));
  });
  EXPECT_EQ(self_cancelling::calls, 100);
}

TEST(search_cancelled_by, the_observer) {
  random_tree const endless{41, 60, 6, 9};
  run_on(2, [&] {
    search::options o;
    o.observe_every = std::chrono::milliseconds(1);
    o.observer = [](search::progress const&) { skua::cancel(); };
    EXPECT_TRUE(is_refused([&] { return search::enumerate(endless, {}, o); }));
    EXPECT_FALSE(skua::cancelled());
  });
}

}  // namespace
