// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Numerical semigroups: both representations against the definition, the sequential program and the
// problem against the published numbers.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "../../apps/semigroups/problem.hpp"
#include "../../apps/semigroups/search_tree.hpp"

namespace {

using namespace apps::semigroups;

constexpr method methods[]{method::decompositions, method::right_generators};

/// The values that nodes of both representations have: genus, multiplicity, conductor, number of
/// children.
using summary = std::tuple<int, int, int, std::uint64_t>;

template <int Blocks>
summary summary_of(decompositions<Blocks> const& s) {
  return {s.genus, s.multiplicity, s.conductor, s.children()};
}

template <typename Word>
summary summary_of(right_generators<Word> const& s) {
  return {s.genus, s.multiplicity, s.multiplicity + s.gap, s.children()};
}

/// A semigroup by its definition: the set of its members, up to a limit above all generators.
class plain {
 public:
  explicit plain(int largest_genus) : membership_(static_cast<std::size_t>(4 * largest_genus + 8), true) {}

  std::vector<std::size_t> right_generators() const {
    std::vector<std::size_t> generators;
    for (std::size_t x = conductor(); x < conductor() + multiplicity(); ++x) {
      bool minimal = true;
      for (std::size_t a = 1; a < x; ++a) minimal = minimal && !(membership_[a] && membership_[x - a]);
      if (minimal) generators.push_back(x);
    }
    return generators;
  }

  plain without(std::size_t x) const {
    plain child = *this;
    child.membership_[x] = false;
    return child;
  }

  std::size_t multiplicity() const {
    std::size_t m = 1;
    while (!membership_[m]) ++m;
    return m;
  }

  /// 1 for N, as everywhere in this application.
  std::size_t conductor() const {
    std::size_t c = membership_.size();
    while (c > 1 && membership_[c - 1]) --c;
    return c;
  }

  int genus() const {
    int missing = 0;
    for (bool const is_member : membership_) missing += is_member ? 0 : 1;
    return missing;
  }

  summary summarised() const {
    return {genus(), static_cast<int>(multiplicity()), static_cast<int>(conductor()), right_generators().size()};
  }

 private:
  std::vector<bool> membership_;
};

/// Walks the tree like an engine.
template <typename Problem, typename Visit>
void visit(Problem const& search_problem, typename Problem::node const& node, Visit&& visitor) {
  visitor(node);
  auto children = search_problem.children(node);
  auto children_left = children.left();
  typename Problem::node child;
  while (children.next(child)) {
    ASSERT_GT(children_left, 0u);
    ASSERT_EQ(children.left(), --children_left);
    visit(search_problem, child, visitor);
  }
  ASSERT_EQ(children_left, 0u);
  ASSERT_FALSE(children.next(child));
}

tally sum_of_values(int genus, method algorithm, int unbuilt, std::uint64_t& nodes) {
  return with_semigroup(genus, algorithm, [&](auto chosen) {
    using tree = problem<typename decltype(chosen)::type>;
    tree const search_problem(genus, unbuilt, tree::small_subtrees::in_nodes);
    tree const in_parts(genus, unbuilt);
    tally sum, sum_of_parts;
    visit(search_problem, search_problem.root(), [&](auto const& node) {
      ++nodes;
      sum += search_problem.value(node);
    });
    visit(in_parts, in_parts.root(), [&](auto const& node) { sum_of_parts += in_parts.value(node); });
    EXPECT_EQ(sum_of_parts, sum);
    return sum;
  });
}

TEST(semigroups, values_add_up_to_the_known_counts) {
  for (int genus = 0; genus <= 16; ++genus) {
    for (auto const algorithm : methods) {
      for (int unbuilt = 1; unbuilt <= 2; ++unbuilt) {
        std::uint64_t nodes = 0;
        EXPECT_EQ(sum_of_values(genus, algorithm, unbuilt, nodes), known_tally(genus))
            << "genus " << genus << ' ' << unbuilt;
        EXPECT_EQ(count_sequential(genus, algorithm, unbuilt), known_tally(genus)) << "genus " << genus;
        EXPECT_EQ(nodes, known_tally(std::max(genus - unbuilt, 0)).up_to) << "genus " << genus << ' ' << unbuilt;
      }
    }
  }
}

/// The whole tree is too large where the widest representations reach their limits, so a few paths
/// are walked. Every node is compared with the other representation and with the definition.
template <typename Bytes, typename Words>
void compare_on_random_paths(int genus, int paths, std::mt19937_64& random) {
  problem<Bytes> const by_bytes(genus, 1, problem<Bytes>::small_subtrees::in_nodes);
  problem<Words> const by_words(genus, 1, problem<Words>::small_subtrees::in_nodes);
  for (int path = 0; path < paths; ++path) {
    auto bytes = by_bytes.root();
    auto words = by_words.root();
    plain definition(genus);
    bool const narrow = path % 2 == 0;  // half of the paths keep a small multiplicity and get large conductors
    while (true) {
      ASSERT_EQ(summary_of(bytes), definition.summarised());
      ASSERT_EQ(summary_of(words), definition.summarised());
      ASSERT_EQ(by_bytes.value(bytes), by_words.value(words));
      // `value` uses it at one level only; it is valid one level higher than the lowest.
      if (bytes.genus < by_bytes.deepest()) {
        ASSERT_EQ(bytes.grandchildren(), words.grandchildren());
      }
      auto some_bytes = by_bytes.children(bytes);
      auto some_words = by_words.children(words);
      auto const open = some_bytes.left();
      ASSERT_EQ(some_words.left(), open);
      if (open == 0) break;
      // The first child of an ordinary semigroup is ordinary: such paths would never leave the edge
      // of the tree.
      auto const last = narrow && bytes.genus < 4 ? open - 1 : open - 1 - (random() % open) / 2 * (random() % 2);
      auto const chosen = path % 7 == 1 ? 0 : last;
      auto const removed = definition.right_generators()[chosen];
      Bytes next_bytes;
      Words next_words;
      for (std::size_t i = 0; i <= chosen; ++i) {
        ASSERT_TRUE(some_bytes.next(next_bytes));
        ASSERT_TRUE(some_words.next(next_words));
      }
      bytes = next_bytes;
      words = next_words;
      definition = definition.without(removed);
    }
  }
}

TEST(semigroups, both_kinds_agree_with_the_definition_at_the_limits_of_every_width) {
  std::uint64_t const seed = std::random_device{}();
  SCOPED_TRACE("std::mt19937_64 seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  compare_on_random_paths<decompositions<4>, right_generators<std::uint64_t>>(22, 60, random);
  compare_on_random_paths<decompositions<7>, right_generators<std::uint64_t>>(38, 60, random);
  compare_on_random_paths<decompositions<10>, right_generators<std::uint64_t>>(54, 60, random);
  compare_on_random_paths<decompositions<13>, right_generators<std::uint64_t>>(63, 40, random);
  compare_on_random_paths<decompositions<13>, right_generators<two_words>>(70, 40, random);
}

TEST(semigroups, the_widths_chosen_suffice) {
  for (int genus = 0; genus <= largest_genus; ++genus) {
    for (auto const algorithm : methods) {
      with_semigroup(genus, algorithm,
                     [&](auto chosen) { EXPECT_LE(genus - 1, decltype(chosen)::type::largest_genus); });
    }
  }
}

TEST(semigroups, blocks_of_bytes) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 10000; ++i) {
    std::uint8_t bytes[block_size];
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random() % 4 == 0 ? random() : random() % 3);
    auto const block = load(bytes);
    for (int const value : {0, 1, 2, 255}) {
      ASSERT_EQ(bits_where(block, static_cast<std::uint8_t>(value)),
                bits_where_portable(block, static_cast<std::uint8_t>(value)));
    }
    std::uint8_t ones[block_size];
    store(ones, ones_where_set(block));
    for (std::size_t byte_index = 0; byte_index < block_size; ++byte_index)
      ASSERT_EQ(ones[byte_index], bytes[byte_index] != 0 ? 1 : 0);
  }
}

}  // namespace
