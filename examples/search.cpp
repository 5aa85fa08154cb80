// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Your first search in ten lines: the largest sum of numbers that fits into a limit, exactly. The
// problem says what a node is, which children it has and how good it can get; workers, places and
// the way to divide the tree are the library's business.
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
    int const with = n.sum + numbers[static_cast<std::size_t>(n.next)];
    if (with > limit) return {{n.next + 1, n.sum}};
    return {{n.next + 1, with}, {n.next + 1, n.sum}};
  }
  int objective(node const& n) const { return n.sum; }
  int bound(node const& n) const {  // never less than what can be reached from here
    int sum = n.sum;
    for (std::size_t i = static_cast<std::size_t>(n.next); i < numbers.size(); ++i) sum += numbers[i];
    return sum < limit ? sum : limit;
  }
  template <class Archive>
  void serialize(Archive& a) {  // so that it can be copied to other places
    a(numbers, limit);
  }
};

}  // namespace

int main() {
  subset_sum const problem{{4'099, 3'121, 2'203, 1'907, 1'409, 1'103, 809, 601, 401, 211, 101, 53}, 9'999};
  return skua::run([&] {
    auto const best = skua::search::maximise(problem);
    auto const all = skua::search::enumerate(problem, skua::search::depth_bounded{3});
    auto const hit = skua::search::decide(problem, best.value, skua::search::ordered{2});
    auto const miss = skua::search::decide(problem, best.value + 1);
    std::printf("largest sum up to %d: %d, %llu of %llu nodes looked at\n", problem.limit, best.value,
                static_cast<unsigned long long>(best.stats.nodes), static_cast<unsigned long long>(all.value));
    return best && best.value <= problem.limit && hit && hit.node->sum == best.value && !miss ? 0 : 1;
  });
}
