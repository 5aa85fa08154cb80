// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gather and scatter over one to nine members, with every root: parts sent along the tree, parts
// sent directly, and mixtures.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include <skua/collective.hpp>
#include <skua/skua.hpp>

namespace {

namespace collective = skua::collective;

std::atomic<int> failed_checks{0};  // all places are in this process

void expect(bool right) { failed_checks += !right; }

/// The part of a member: empty, short, just short, just long, or longer than a message. Each
/// `shift` gives another order.
std::string part_of(int place, int shift) {
  constexpr std::size_t lengths[] = {0, 7, 1015, 1016, 1025, 70'000};
  return std::string(lengths[static_cast<std::size_t>(place + shift) % std::size(lengths)],
                     static_cast<char>('a' + place));
}

void check_values(skua::place_set const& set, int root, int shift) {
  int const me = skua::here();
  std::vector<std::string> parts;
  for (int const p : set) parts.push_back(part_of(p, shift));
  auto const at_root = [&](auto const& values) {
    return me == root ? values : std::remove_cvref_t<decltype(values)>();
  };
  expect(collective::gather(part_of(me, shift), root, set) == at_root(parts));
  expect(collective::scatter(at_root(parts), root, set) == part_of(me, shift));
  std::vector<std::vector<int>> lists;
  collective::gathered<int> joined;
  for (int const p : set) {
    lists.emplace_back(static_cast<std::size_t>(p * 50), p);
    joined.values.insert(joined.values.end(), lists.back().begin(), lists.back().end());
    joined.counts.push_back(lists.back().size());
  }
  expect(collective::gatherv(std::vector<int>(static_cast<std::size_t>(me * 50), me), root, set) == at_root(joined));
  expect(collective::scatterv(at_root(lists), root, set) == std::vector<int>(static_cast<std::size_t>(me * 50), me));
}

void check_spans(skua::place_set const& set, int root, std::size_t size) {
  int const me = skua::here();
  std::vector<char> const own_part(size, static_cast<char>('a' + me));
  std::vector<char> expected;
  for (int const p : set) expected.insert(expected.end(), size, static_cast<char>('a' + p));
  std::vector<char> gathered(me == root ? expected.size() : 0);
  collective::gather(std::span(own_part), std::span(gathered), root, set);
  expect(me != root || gathered == expected);
  std::vector<char> received(size, '-');
  collective::scatter(std::span(gathered), std::span(received), root, set);
  expect(received == own_part);
}

TEST(trees, every_size_and_every_root) {
  skua::runtime program{{.workers = 1, .places = 9, .transport = "inproc"}};
  failed_checks = 0;
  program.run([] {
    skua::run_spmd([] {
      for (int n = 1; n <= 9; ++n) {
        std::vector<int> members;
        for (int p = 9 - n; p < 9; ++p) members.push_back(p);
        skua::place_set const set(members);
        if (!set.contains(skua::here())) continue;
        for (int const root : set) {
          for (int const shift : {0, 3}) check_values(set, root, shift);
          for (std::size_t const size : {0, 1, 1024, 1025, 40'000}) check_spans(set, root, size);
        }
      }
    });
  });
  EXPECT_EQ(failed_checks, 0);
}

}  // namespace
