// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The recipes of docs/howto/loops.md: loops, arrays, trees and streams.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <numeric>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <skua/algorithm.hpp>
#include <skua/skua.hpp>

#include "../support/recipes.hpp"

namespace {

bool parallel_loop() {
  std::vector<double> roots(100'000);
  skua::finish([&] {
    skua::for_async(std::ssize(roots),
                    [&](std::int64_t i) { roots[static_cast<std::size_t>(i)] = std::sqrt(static_cast<double>(i)); });
  });  // for_async returns at once; finish waits for the iterations
  return roots[99'225] == 315;
}

bool tiles() {
  constexpr std::int64_t side = 200;
  std::vector<std::int64_t> matrix(side * side), transposed(side * side);
  std::iota(matrix.begin(), matrix.end(), 0);
  auto const at = [](std::int64_t row, std::int64_t column) { return static_cast<std::size_t>(row * side + column); };
  skua::finish([&] {
    skua::for_async(
        skua::chunked(32, 32), skua::range2({0, 0}, {side, side}),
        [&](std::int64_t row, std::int64_t column) { transposed[at(column, row)] = matrix[at(row, column)]; });
  });
  return transposed[at(3, 5)] == 5 * side + 3 && transposed[at(199, 0)] == 199;
}

struct star {
  std::string name;
  double distance;
};

bool algorithms() {
  std::vector<star> stars{{"Vega", 25.0}, {"Sirius", 8.6}, {"Rigel", 860.0}, {"Altair", 16.7}};
  skua::sort(stars, {}, &star::distance);  // <skua/algorithm.hpp>: a range and a projection, as in std::ranges
  auto const count = skua::count_if(stars, [](star const& s) { return s.distance < 20; });
  return stars.front().name == "Sirius" && stars.back().name == "Rigel" && count == 2;
}

double sum_of_squares(std::span<double const> values) {
  if (values.size() <= 1000) return std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
  std::size_t const half = values.size() / 2;
  auto const [a, b] = skua::invoke([=] { return sum_of_squares(values.first(half)); },
                                   [=] { return sum_of_squares(values.subspan(half)); });
  return a + b;
}

bool halves() { return sum_of_squares(std::vector<double>(100'000, 2.0)) == 400'000; }

struct tree_node {
  long weight = 1;
  std::vector<std::unique_ptr<tree_node>> children;
};

void visit(tree_node const& node, skua::sum<long> total) {
  total += node.weight;
  for (auto const& child : node.children) {
    skua::spawn([&child = *child, total] { visit(child, total); });  // the tree outlives the tasks
  }
}

long total_weight(tree_node const& root) {
  skua::sum<long> total;
  skua::finish([&] { visit(root, total); });
  return total.get();
}

void grow(tree_node& node, int depth) {
  for (int i = 0; depth > 0 && i < 3; ++i) grow(*node.children.emplace_back(std::make_unique<tree_node>()), depth - 1);
}

bool tree() {
  tree_node root;
  grow(root, 8);
  return total_weight(root) == 9841;
}

struct graph {
  std::vector<std::vector<std::size_t>> neighbours;
};

void reach(graph const& g, std::vector<std::atomic<bool>>& reached, std::size_t vertex) {
  for (std::size_t const next : g.neighbours[vertex]) {
    if (reached[next].exchange(true)) continue;  // another task has it
    skua::spawn([&g, &reached, next] { reach(g, reached, next); });
  }
}

std::vector<std::atomic<bool>> reachable(graph const& g, std::size_t start) {
  std::vector<std::atomic<bool>> reached(g.neighbours.size());
  reached[start] = true;
  skua::finish([&] { reach(g, reached, start); });
  return reached;
}

bool graph_once() {
  graph even_steps{std::vector<std::vector<std::size_t>>(10'000)};
  for (std::size_t v = 0; v < 10'000; ++v) even_steps.neighbours[v] = {(v + 2) % 10'000, (v * 2) % 10'000};
  auto const reached = reachable(even_steps, 0);
  return std::count(reached.begin(), reached.end(), true) == 5000;
}

bool steps() {
  constexpr std::size_t parts = 4, cells = 64, cells_per_part = cells / parts;
  constexpr int step_count = 10;
  std::vector<long> cell(cells, 0), next_cell(cells, 0);
  cell[0] = next_cell[0] = 1 << step_count;
  skua::barrier step_end(parts, [&]() noexcept { std::swap(cell, next_cell); });  // runs when all have arrived
  skua::finish([&] {
    for (std::size_t part = 0; part < parts; ++part) {
      skua::spawn([&, part] {
        for (int step = 0; step < step_count; ++step) {
          for (std::size_t i = part * cells_per_part; i < (part + 1) * cells_per_part; ++i) {
            next_cell[i] = (cell[(i + cells - 1) % cells] + cell[(i + 1) % cells]) / 2;
          }
          step_end.arrive_and_wait();
        }
      });
    }
  });
  return std::accumulate(cell.begin(), cell.end(), 0L) == 1 << step_count && cell[0] == 252;
}

std::string parsed(std::string const& line) { return "<" + line + ">"; }

bool stages() {
  std::istringstream input("a\nb\nc\nd\ne\nf\ng\nh\n");
  std::string output;
  skua::counting_semaphore<> seats(4);  // at most four items are under way
  skua::finish([&] {
    skua::shared_future<void> previous = skua::make_ready_future().share();
    for (std::string line; std::getline(input, line);) {  // stage 1: this task reads
      seats.acquire();
      auto const item = skua::async(parsed, line).share();  // stage 2: several at a time
      previous = skua::async(skua::after(item, previous),
                             [&output, &seats, item] {  // stage 3: one at a time, in order
                               output += item.get();
                               seats.release();
                             })
                     .share();
    }
  });
  return output == "<a><b><c><d><e><f><g><h>";
}

}  // namespace

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    return run_recipes({{"run a loop in parallel", parallel_loop},
                        {"divide a loop over a grid into tiles", tiles},
                        {"sort a vector, or use another algorithm of the standard", algorithms},
                        {"divide a problem into halves", halves},
                        {"visit every node of a tree", tree},
                        {"visit every vertex of a graph once", graph_once},
                        {"repeat steps in which neighbours exchange values", steps},
                        {"process a stream in stages", stages}});
  });
}
