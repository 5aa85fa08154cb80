// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The section YewPar of docs/coming_from.md. The trees are those of all words of eight
// letters 0 and 1; the objective of a word is its number of ones.
#include <cstdint>
#include <optional>

#include <skua/search.hpp>

#include "docs/rows.hpp"

namespace {

using namespace row_test;
namespace search = skua::search;

constexpr int word_length = 8;

struct binary_words {
  struct node {
    int length = 0;
    int ones = 0;
  };
  int limit = word_length;

  node root() const { return {}; }
  std::vector<node> children(node const& n) const {
    if (n.length == limit) return {};
    return {{n.length + 1, n.ones + 1}, {n.length + 1, n.ones}};
  }
  int objective(node const& n) const { return n.ones; }
};
static_assert(search::valued_problem<binary_words>);

struct bounded_words : binary_words {
  static constexpr bool prune_level = true;
  int bound(node const& n) const { return n.ones + limit - n.length; }
};

TEST(yewpar, optimisation) {
  at_one_place([] {
    bounded_words const p;
    auto const r = search::maximise(p);
    EXPECT_EQ(r.value, word_length);
    EXPECT_EQ(r.node->ones, word_length);
    EXPECT_TRUE(r.complete);
  });
}

/// Its objective is minimised, so its bound is one from below.
struct words_with_few_ones : binary_words {
  int bound(node const& n) const { return n.ones; }
};

TEST(yewpar, objective_comparison) {
  at_one_place([] {
    words_with_few_ones const p;
    auto const r = search::minimise(p);
    EXPECT_EQ(r.value, 0);
  });
}

TEST(yewpar, decision) {
  at_one_place([] {
    bounded_words const p;
    int const k = 5;
    auto const r = search::decide(p, k);
    EXPECT_TRUE(r);
    EXPECT_GE(r.node->ones, 5);
  });
}

struct counted_words : binary_words {
  std::uint64_t value(node const& n) const { return n.length == limit ? 1 : 0; }
};

TEST(yewpar, enumeration) {
  at_one_place([] {
    counted_words const p;
    auto const r = search::enumerate(p);
    EXPECT_EQ(r.value, 256u);
    EXPECT_EQ(r.stats.nodes, 511u);
  });
}

TEST(yewpar, seq) {
  at_one_place([] {
    bounded_words const p;
    auto const r = search::maximise(p, search::sequential{});
    EXPECT_EQ(r.value, word_length);
  });
}

TEST(yewpar, depth_bounded) {
  at_one_place([] {
    bounded_words const p;
    int const d = 3;
    auto const r = search::maximise(p, search::depth_bounded{d});
    EXPECT_EQ(r.value, word_length);
  });
}

TEST(yewpar, stack_stealing) {
  at_one_place([] {
    counted_words const p;
    auto const r = search::enumerate(p, search::stack_stealing{.chunked = true});
    EXPECT_EQ(r.value, 256u);
  });
}

TEST(yewpar, budget) {
  at_one_place([] {
    counted_words const p;
    std::uint64_t const n = 50;
    auto const r = search::enumerate(p, search::backtrack_budget{n});
    EXPECT_EQ(r.value, 256u);
  });
}

TEST(yewpar, ordered) {
  at_one_place([] {
    bounded_words const p;
    int const d = 3;
    auto const r = search::maximise(p, search::ordered{.depth = d, .by_discrepancy = true});
    EXPECT_EQ(r.value, word_length);
  });
}

TEST(yewpar, named) {
  at_one_place([] {
    bounded_words const p;
    std::string const name = "budget";
    auto const r = search::maximise(p, search::coordination::named(name));
    EXPECT_EQ(r.value, word_length);
  });
}

TEST(yewpar, depth_limited) {
  at_one_place([] {
    bounded_words const p;
    int const d = 4;
    auto const r = search::maximise(p, {}, {.depth_limit = d});
    EXPECT_EQ(r.value, 4);
  });
}

TEST(yewpar, initial_bound) {
  at_one_place([] {
    bounded_words const p;
    int const b = word_length;
    auto const r = search::maximise(p, {}, {}, b);
    EXPECT_FALSE(r);  // no node is better
    EXPECT_TRUE(r.complete);
  });
}

TEST(yewpar, verbose) {
  at_one_place([] {
    counted_words const p;
    auto const f = [](search::progress const& now) { EXPECT_LE(now.share, 1); };
    auto const r = search::enumerate(p, {}, {.observer = f, .observe_every = 1ms});
    EXPECT_EQ(r.stats.nodes, 511u);
  });
}

TEST(yewpar, performance_driven) {
  skua::options o;
  o.steal = "performance_driven";
  o.places = 2;
  o.transport = "inproc";
  EXPECT_EQ(skua::run(o, [] { EXPECT_EQ(search::enumerate(counted_words{}).value, 256u); }), 0);
}

}  // namespace
