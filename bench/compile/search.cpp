// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiled by the case compile/search: a branch and bound search for the largest sum of numbers
// that fits into a limit. PEER: 0 Skua, 1 oneTBB, 2 std::async.
#include <atomic>
#include <cstdio>
#include <vector>

#if PEER == 0
#include <skua/search.hpp>
#include <skua/skua.hpp>
#elif PEER == 1
#include <tbb/task_group.h>
#else
#include <future>
#endif

namespace {

struct subset_sum {
  struct node {
    int next = 0, sum = 0;
  };
  std::vector<int> numbers;
  int limit = 0;

  node root() const { return {}; }
  std::vector<node> children(node const& parent) const {
    if (parent.next == static_cast<int>(numbers.size())) return {};
    int const with_next = parent.sum + numbers[static_cast<std::size_t>(parent.next)];
    if (with_next > limit) return {{parent.next + 1, parent.sum}};
    return {{parent.next + 1, with_next}, {parent.next + 1, parent.sum}};
  }
  int objective(node const& chosen) const { return chosen.sum; }
  int bound(node const& chosen) const {
    int sum = chosen.sum;
    for (std::size_t i = static_cast<std::size_t>(chosen.next); i < numbers.size(); ++i) sum += numbers[i];
    return sum < limit ? sum : limit;
  }
  template <class Archive>
  void serialize(Archive& archive) {
    archive(numbers, limit);
  }
};

#if PEER != 0
std::atomic<int> best{0};

void explore(subset_sum const& problem, subset_sum::node const& node) {
  int value = best.load();
  while (value < node.sum && !best.compare_exchange_weak(value, node.sum)) {
  }
  if (problem.bound(node) <= best.load()) return;
#if PEER == 1
  tbb::task_group group;
  for (auto const& child : problem.children(node)) group.run([&problem, child] { explore(problem, child); });
  group.wait();
#else
  std::vector<std::future<void>> parts;
  for (auto const& child : problem.children(node))
    parts.push_back(std::async([&problem, child] { explore(problem, child); }));
  for (auto& part : parts) part.get();
#endif
}
#endif

}  // namespace

int main() {
  subset_sum const problem{{4'099, 3'121, 2'203, 1'907, 1'409, 1'103, 809, 601, 401, 211, 101, 53}, 9'999};
#if PEER == 0
  return skua::run([&] { std::printf("%d\n", skua::search::maximise(problem).value); });
#else
  explore(problem, problem.root());
  std::printf("%d\n", best.load());
#endif
}
