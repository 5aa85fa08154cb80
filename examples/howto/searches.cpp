// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The recipes of docs/howto/searches.md. The tests run it at one place and at two.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <skua/search.hpp>
#include <skua/search/checkpoint.hpp>
#include <skua/skua.hpp>

#include "../support/recipes.hpp"

using namespace std::chrono_literals;

namespace {

struct queens {
  struct node {
    int row = 0;
    unsigned columns = 0, left = 0, right = 0;  // squares of this row that other queens attack
  };
  int size = 8;

  node root() const { return {}; }
  std::vector<node> children(node const& n) const {
    std::vector<node> nodes;
    for (int c = 0; n.row < size && c < size; ++c) {
      unsigned const queen = 1u << c;
      if (((n.columns | n.left | n.right) & queen) != 0) continue;
      nodes.push_back({n.row + 1, n.columns | queen, (n.left | queen) << 1, (n.right | queen) >> 1});
    }
    return nodes;
  }
  std::uint64_t value(node const& n) const { return n.row == size ? 1 : 0; }  // enumerate adds these up
};

std::uint64_t count_queens(int size) { return skua::search::enumerate(queens{size}).value; }

bool count_all() { return count_queens(8) == 92; }

struct knapsack {
  struct node {
    int next = 0, weight = 0, value = 0;  // items before `next` are decided
  };
  std::vector<int> weights, values;  // sorted by value / weight, best first
  int capacity = 0;

  node root() const { return {}; }
  std::vector<node> children(node const& n) const {  // with the next item, and without it: best first
    auto const i = static_cast<std::size_t>(n.next);
    if (i == weights.size()) return {};
    node const without_item{n.next + 1, n.weight, n.value};
    if (n.weight + weights[i] > capacity) return {without_item};
    return {{n.next + 1, n.weight + weights[i], n.value + values[i]}, without_item};
  }
  int objective(node const& n) const { return n.value; }
  int bound(node const& n) const {  // no node below n is better
    int room = capacity - n.weight, most_value = n.value;
    for (auto i = static_cast<std::size_t>(n.next); i < weights.size() && room > 0; room -= weights[i++]) {
      most_value += room >= weights[i] ? values[i] : values[i] * room / weights[i] + 1;
    }
    return most_value;
  }
  bool valid(node const& n) const {  // for a search that is read from a file: can n be a node?
    if (n.next < 0 || n.next > std::ssize(weights) || n.weight < 0 || n.weight > capacity || n.value < 0) return false;
    int total = 0;
    for (int v : values) total += v;
    return n.value <= total;
  }
};

/// Items whose values and weights say much the same, so that the bound does not decide early.
knapsack instance(int items) {
  knapsack k;
  for (int i = 0; i < items; ++i) {
    k.weights.push_back(2 * (20 + i));
    k.values.push_back(k.weights.back() + 10);
    k.capacity += 20 + i;
  }
  k.capacity |= 1;
  return k;
}

/// The best value, by dynamic programming.
int best_value(knapsack const& k) {
  std::vector<int> best(static_cast<std::size_t>(k.capacity) + 1, 0);
  for (std::size_t i = 0; i < k.weights.size(); ++i) {
    auto const weight = static_cast<std::size_t>(k.weights[i]);
    for (std::size_t c = best.size(); c-- > weight;) best[c] = std::max(best[c], best[c - weight] + k.values[i]);
  }
  return best.back();
}

bool branch_and_bound() {
  knapsack const problem = instance(25);
  auto const best = skua::search::maximise(problem);  // exact, over all workers and places
  int const value = best ? best.value : 0;            // *best.node is the node
  return value == best_value(problem) && best.node->value == value;
}

bool decide() {
  knapsack const problem = instance(20);
  int const target = best_value(problem);
  auto const answer = skua::search::decide(problem, target);  // a node with objective >= target
  bool const exists = static_cast<bool>(answer);
  bool const is_impossible = !answer && answer.complete;  // neither: a limit came first
  return exists && !is_impossible && answer.node->value >= target && !skua::search::decide(problem, target + 1) &&
         skua::search::decide(problem, target + 1).complete;
}

bool stop_and_resume() {
  knapsack const problem = instance(25);
  skua::search::options const limits{.time_limit = 2ms, .keep_open = true};  // or 1h
  auto best = skua::search::maximise(problem, {}, limits);
  while (!best.complete) {  // best.value so far; none is better than best.bound
    skua::search::resume<knapsack> open(best.open);
    best = joined(best, skua::search::maximise(problem, {}, limits, best.start, std::move(open)));
  }
  return best.value == best_value(problem);
}

bool save_and_load() {
  knapsack const problem = instance(25);
  std::string const file = std::filesystem::temp_directory_path() / ("recipe." + std::to_string(::getpid()));
  auto part = skua::search::maximise(problem, {}, {.node_limit = 100, .keep_open = true});
  if (!part.complete) skua::search::save(file, "knapsack 25", part);

  auto const before = skua::search::load<decltype(part)>(file, "knapsack 25", problem);
  skua::search::resume<knapsack> open(before.open);
  auto const best = joined(before, skua::search::maximise(problem, {}, {}, before.start, std::move(open)));
  std::filesystem::remove(file);
  return best.complete && best.value == best_value(problem);
}

}  // namespace

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    return run_recipes({{"count all solutions", count_all},
                        {"write a branch and bound", branch_and_bound},
                        {"find one solution, or prove that there is none", decide},
                        {"stop a search after a time and continue later", stop_and_resume},
                        {"save a search to a file and continue it in another run", save_and_load}});
  });
}
