// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program of docs/learn/simulator.md: an uneven tree over any number of places, real or
// simulated.
#include <cstdint>
#include <cstdio>

#include <skua/sim.hpp>
#include <skua/skua.hpp>

constexpr double node_seconds = 100e-6;

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

void walk(node n, skua::count nodes) {
  ++nodes;
  skua::sim::work(node_seconds);  // the cost of this task; nothing on a real machine
  for (int i = 0; i < child_count(n); ++i) skua::spawn(skua::any, walk, child(n, i), nodes);
}

long nodes_below(node n) {  // the same without tasks, to compare
  long nodes = 1;
  for (int i = 0; i < child_count(n); ++i) nodes += nodes_below(child(n, i));
  return nodes;
}

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    double const start = skua::sim::now();
    skua::count nodes;
    skua::finish([&] { skua::spawn(skua::any, walk, node{}, nodes); });
    double const seconds = skua::sim::now() - start;

    long const counted = static_cast<long>(nodes.get());
    std::printf("%ld nodes at %d places\n", counted, skua::places());
    if (skua::sim::active()) {
      double const work = static_cast<double>(counted) * node_seconds;
      int const workers = skua::places() * skua::workers();
      std::printf("%.1f ms for %.1f s of work: %.0f %% of %d workers\n", seconds * 1e3, work,
                  100 * work / seconds / workers, workers);
    }
    return counted == nodes_below({}) ? 0 : 1;
  });
}
