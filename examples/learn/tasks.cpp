// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program of docs/learn/tasks.md: a task for each node of an uneven tree, and a loop whose
// iterations take different times.
#include <cstdint>
#include <cstdio>
#include <vector>

#include <skua/skua.hpp>

struct node {
  std::uint64_t id = 1;
  int depth = 0;
};

std::uint64_t scrambled(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

int child_count(node n) {
  if (n.depth < 5) return 4;
  return n.depth < 60 ? static_cast<int>(scrambled(n.id) % 3) : 0;  // none, one or two
}

node child(node n, int i) {
  std::uint64_t const step = static_cast<std::uint64_t>(i + 1) * 0x9e3779b97f4a7c15u;
  return {scrambled(n.id + step), n.depth + 1};
}

struct totals {
  skua::count nodes;
  skua::max<int> depth;
};

void walk(node n, totals t) {
  ++t.nodes;
  t.depth += n.depth;
  for (int i = 0; i < child_count(n); ++i) skua::spawn(walk, child(n, i), t);
}

long nodes_below(node n) {  // the same without tasks, to compare
  long nodes = 1;
  for (int i = 0; i < child_count(n); ++i) nodes += nodes_below(child(n, i));
  return nodes;
}

int chain_length(std::uint64_t n) {
  int steps = 0;
  for (; n != 1; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  return steps;
}

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    totals t;
    skua::finish([&] { skua::spawn(walk, node{}, t); });
    std::printf("%ld nodes, the deepest at level %d\n", static_cast<long>(t.nodes.get()), t.depth.get());

    std::vector<int> lengths(100'000);
    skua::max<int> longest;
    skua::finish([&] {
      skua::for_async(lengths.size(), [&](std::size_t i) {
        lengths[i] = chain_length(i + 1);
        longest += lengths[i];
      });
    });
    std::printf("the longest chain has %d steps, that of 77031 has %d\n", longest.get(), lengths[77'030]);
    return static_cast<long>(t.nodes.get()) == nodes_below({}) && longest.get() == lengths[77'030] ? 0 : 1;
  });
}
