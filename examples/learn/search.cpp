// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program of docs/learn/search.md: what to pack into a knapsack, exactly.
#include <algorithm>
#include <cstdio>
#include <vector>

#include <skua/search.hpp>
#include <skua/skua.hpp>

struct item {
  int weight = 0, value = 0;
};

struct knapsack {
  struct node {
    int next = 0;  // the items before this one are decided
    int weight = 0, value = 0;
  };

  std::vector<item> items;  // the most valuable for its weight first
  int capacity = 0;

  node root() const { return {}; }

  std::vector<node> children(node const& n) const {  // best first: take the next item, or leave it
    if (n.next == static_cast<int>(items.size())) return {};
    item const i = items[static_cast<std::size_t>(n.next)];
    node const left{n.next + 1, n.weight, n.value};
    if (n.weight + i.weight > capacity) return {left};
    return {{n.next + 1, n.weight + i.weight, n.value + i.value}, left};
  }

  int objective(node const& n) const { return n.value; }

  int bound(node const& n) const {  // as if the first item that does not fit could be cut
    int room = capacity - n.weight, value = n.value;
    for (auto i = items.begin() + n.next; i != items.end(); ++i) {
      if (i->weight > room) return value + i->value * room / i->weight;
      room -= i->weight;
      value += i->value;
    }
    return value;
  }
};

knapsack example() {
  knapsack p;
  unsigned seed = 7;
  for (int i = 0; i < 50; ++i) {
    seed = seed * 1'664'525u + 1'013'904'223u;
    int const weight = 50 + static_cast<int>(seed >> 24);
    p.items.push_back({weight, weight + 40});
    p.capacity += weight / 2;
  }
  std::sort(p.items.begin(), p.items.end(), [](item a, item b) { return a.value * b.weight > b.value * a.weight; });
  return p;
}

int best_by_table(knapsack const& p) {  // by dynamic programming, to compare
  std::vector<int> best(static_cast<std::size_t>(p.capacity) + 1);
  for (item const i : p.items) {
    for (int w = p.capacity; w >= i.weight; --w) {
      auto const room = static_cast<std::size_t>(w), rest = static_cast<std::size_t>(w - i.weight);
      best[room] = std::max(best[room], best[rest] + i.value);
    }
  }
  return best.back();
}

int main(int argc, char** argv) {
  knapsack const p = example();
  return skua::run(argc, argv, [&] {
    auto const best = skua::search::maximise(p);
    std::printf("best value %d, weight %d of %d\n", best.value, best.node->weight, p.capacity);
    std::printf("%llu nodes looked at\n", static_cast<unsigned long long>(best.stats.nodes));

    bool const has_better = static_cast<bool>(skua::search::decide(p, best.value + 1));
    std::printf("more than that is %s\n", has_better ? "possible" : "impossible");
    return best.complete && best.value == best_by_table(p) && best.node->weight <= p.capacity && !has_better ? 0 : 1;
  });
}
