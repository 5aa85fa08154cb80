// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ring, binomial tree and hypercube over every number of members: each member is reached once, in
// the order of the ranks.
#include <skua/detail/collective/topology.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <numeric>
#include <set>
#include <vector>

namespace skua::collective::topology {
namespace {

constexpr int most_members = 40;

static_assert(tree_position(5, 0, 6).parent() == 4);
static_assert(hypercube(6).partner_of(1, 2) == 5);

TEST(ring, distances_lead_there_and_back) {
  for (int n = 1; n < most_members; ++n) {
    for (int a = 0; a < n; ++a) {
      for (int b = 0; b < n; ++b) {
        EXPECT_EQ(after(a, distance(a, b, n), n), b);
        EXPECT_EQ(before(b, distance(a, b, n), n), a);
        EXPECT_LT(distance(a, b, n), n);
      }
    }
  }
}

/// The numbers of a subtree, counted from the root, that follow from its children alone.
int count_subtree(int rank, int root, int n, std::vector<int>& visits) {
  ++visits[static_cast<std::size_t>(rank)];
  int size = 1;
  tree_position(rank, root, n).up([&](int child, int k, int child_size) {
    EXPECT_EQ(tree_position(child, root, n).parent(), rank);
    EXPECT_EQ(distance(root, child, n), distance(root, rank, n) + k) << "the numbers of a subtree follow one another";
    EXPECT_EQ(size, k);
    EXPECT_EQ(count_subtree(child, root, n, visits), child_size);
    size += child_size;
  });
  EXPECT_EQ(tree_position(rank, root, n).subtree(), size);
  return size;
}

TEST(tree, reaches_every_member_once_from_every_root) {
  for (int n = 1; n < most_members; ++n) {
    for (int root = 0; root < n; ++root) {
      std::vector<int> visits(static_cast<std::size_t>(n), 0);
      EXPECT_EQ(count_subtree(root, root, n, visits), n);
      EXPECT_EQ(visits, std::vector<int>(static_cast<std::size_t>(n), 1)) << n;
    }
  }
}

TEST(tree, goes_down_in_the_reverse_order) {
  for (int n = 1; n < most_members; ++n) {
    for (int rank = 0; rank < n; ++rank) {
      tree_position const position(rank, n / 3, n);
      std::vector<std::vector<int>> up;
      std::vector<std::vector<int>> down;
      position.up([&](int child, int k, int size) { up.push_back(std::vector{child, k, size}); });
      position.down([&](int child, int k, int size) { down.insert(down.begin(), std::vector{child, k, size}); });
      EXPECT_EQ(up, down);
      EXPECT_EQ(position.is_leaf(), up.empty());
      EXPECT_EQ(position.is_root(), rank == n / 3);
      EXPECT_EQ(position.rank(0), rank);
    }
  }
}

TEST(tree, the_root_has_as_many_messages_as_the_number_of_members_has_bits) {
  for (int n = 1; n < 300; ++n) {
    int children = 0;
    tree_position(0, 0, n).down([&](int, int, int) { ++children; });
    EXPECT_EQ(children, std::bit_width(static_cast<unsigned>(n - 1))) << n;
  }
}

TEST(cube, has_every_rank_in_order) {
  for (int n = 1; n < most_members; ++n) {
    hypercube const c(n);
    std::set<int> ranks;
    int last = -1;
    for (int k = 0; k < c.corners(); ++k) {
      int const r = c.rank_of(k);
      EXPECT_EQ(c.corner_of(r), k);
      EXPECT_FALSE(c.is_behind(r));
      EXPECT_GT(r, last);
      last = r;
      ranks.insert(r);
      if (c.has_behind(r)) {
        EXPECT_TRUE(c.is_behind(r + 1));
        ranks.insert(r + 1);
      }
    }
    EXPECT_EQ(ranks.size(), static_cast<std::size_t>(n));
  }
}

TEST(cube, recursive_doubling_combines_all_operands_in_order) {
  for (int n = 1; n < most_members; ++n) {
    hypercube const c(n);
    std::vector<std::vector<int>> operands(static_cast<std::size_t>(c.corners()));
    for (int k = 0; k < c.corners(); ++k) {
      int const r = c.rank_of(k);
      operands[static_cast<std::size_t>(k)] = c.has_behind(r) ? std::vector{r, r + 1} : std::vector{r};
    }
    for (int step = 1; step < c.corners(); step *= 2) {
      std::vector<std::vector<int>> next;
      for (int k = 0; k < c.corners(); ++k) {
        int const partner = c.corner_of(c.partner_of(k, step));
        EXPECT_EQ(c.corner_of(c.partner_of(partner, step)), k);
        EXPECT_NE(hypercube::is_low(k, step), hypercube::is_low(partner, step));
        auto const& low = operands[static_cast<std::size_t>(hypercube::is_low(k, step) ? k : partner)];
        auto const& high = operands[static_cast<std::size_t>(hypercube::is_low(k, step) ? partner : k)];
        next.push_back(low);
        next.back().insert(next.back().end(), high.begin(), high.end());
      }
      operands = next;
    }
    std::vector<int> all_ranks(static_cast<std::size_t>(n));
    std::iota(all_ranks.begin(), all_ranks.end(), 0);
    for (auto const& combined : operands) EXPECT_EQ(combined, all_ranks) << n;
  }
}

}  // namespace
}  // namespace skua::collective::topology
