// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Your first search in ten lines: the largest sum of numbers that fits into a limit, exactly. The
// problem defines a node, its children and a bound. The library distributes the tree over workers
// and places.
#include <cstdio>
#include <vector>

#include <skua/search.hpp>
#include <skua/skua.hpp>

namespace {

struct subset_sum {
  struct node {
    int next = 0, sum = 0;
  };
  std::vector<int> numbers;
  int limit = 0;

  node root() const { return {}; }
  std::vector<node> children(node const& n) const {  // with the next number, if it fits, and without it
    if (n.next == static_cast<int>(numbers.size())) return {};
    int const with_next = n.sum + numbers[static_cast<std::size_t>(n.next)];
    if (with_next > limit) return {{n.next + 1, n.sum}};
    return {{n.next + 1, with_next}, {n.next + 1, n.sum}};
  }
  int objective(node const& n) const { return n.sum; }
  int bound(node const& n) const {  // an upper bound of every sum below this node
    int sum = n.sum;
    for (std::size_t i = static_cast<std::size_t>(n.next); i < numbers.size(); ++i) sum += numbers[i];
    return sum < limit ? sum : limit;
  }
  template <class Archive>
  void serialize(Archive& a) {  // copies the problem to other places
    a(numbers, limit);
  }
};

}  // namespace

int main() {
  subset_sum const problem{{4'099, 3'121, 2'203, 1'907, 1'409, 1'103, 809, 601, 401, 211, 101, 53}, 9'999};
  return skua::run([&] {
    auto const best = skua::search::maximise(problem);
    auto const node_count = skua::search::enumerate(problem, skua::search::depth_bounded{3});
    auto const reachable = skua::search::decide(problem, best.value, skua::search::ordered{2});
    auto const unreachable = skua::search::decide(problem, best.value + 1);
    std::printf("largest sum up to %d: %d, %llu of %llu nodes looked at\n", problem.limit, best.value,
                static_cast<unsigned long long>(best.stats.nodes), static_cast<unsigned long long>(node_count.value));
    return best && best.value <= problem.limit && reachable && reachable.node->sum == best.value && !unreachable ? 0
                                                                                                                 : 1;
  });
}
