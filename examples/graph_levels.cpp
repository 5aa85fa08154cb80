// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shared_map: breadth-first search of a graph that is too large to write down. Its nodes are the
// orders of a stack of pancakes, and an edge turns the upper part of the stack over. The map has
// the distance of each node that was found.
#include <cstdint>
#include <cstdio>

#include <skua/skua.hpp>

using stack = std::uint32_t;  // four bits for each pancake, the uppermost one lowest
constexpr int pancakes = 7;

stack turn(stack order, int n) {
  stack turned = order >> 4 * n << 4 * n;
  for (int i = 0; i < n; ++i) turned |= (order >> 4 * i & 15) << 4 * (n - 1 - i);
  return turned;
}

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    skua::shared_map<stack, int> const distances;
    stack sorted = 0;
    for (stack i = 0; i < pancakes; ++i) sorted |= (i + 1) << 4 * i;
    distances.insert(sorted, 0);

    int level = 0;
    std::size_t nodes = 0;
    for (std::size_t n = 1; n != nodes; ++level) {
      nodes = n;
      skua::finish([=] {
        skua::shared_map<stack, bool> const neighbours;  // of this level; the scope frees it
        distances.for_each([=](stack const& order, int& distance) {
          if (distance != level) return;
          for (int i = 2; i <= pancakes; ++i) neighbours.insert(turn(order, i), true);
        });
        // The same place owns an order in both maps, so this sends nothing.
        neighbours.for_each([=](stack const& order, bool&) { distances.insert(order, level + 1); });
      });
      n = distances.size();
    }
    int const farthest = level - 1;
    std::printf("%zu orders, at most %d turns\n", nodes, farthest);
    return nodes == 5040 && farthest == 8 ? 0 : 1;  // 7! and the seventh pancake number
  });
}
