// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tasks that start when their inputs are ready: after(futures…), and a promise that releases a
// whole graph of tasks.
#include <cstdio>
#include <string>
#include <vector>

#include <skua/skua.hpp>

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    // The dependences are declared. No task waits, and no task needs a stack before it can run.
    std::string text;
    skua::finish([&] {
      auto flour = skua::async([] { return std::string("flour"); }).share();
      auto water = skua::async([] { return std::string("water"); }).share();
      auto dough = skua::async(skua::after(flour, water), [=] { return flour.get() + " and " + water.get(); }).share();
      skua::spawn(skua::after(dough), [&text, dough] { text = "bread of " + dough.get(); });
    });
    std::printf("%s\n", text.c_str());

    // A wavefront: a cell starts after its neighbours above and to the left.
    constexpr std::size_t n = 30;
    std::vector<std::vector<long>> paths(n, std::vector<long>(n, 1));
    std::vector<std::vector<skua::future<void>>> done(n);
    skua::promise<void> start;
    skua::shared_future<void> const border = start.get_future().share();
    skua::finish([&] {
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
          auto cell = [&paths, i, j] {
            if (i > 0 && j > 0) paths[i][j] = (paths[i - 1][j] + paths[i][j - 1]) % 1'000'000'007;
          };
          if (i == 0 || j == 0) {
            done[i].push_back(skua::async(skua::after(border), cell));
          } else {
            done[i].push_back(skua::async(skua::after(done[i - 1][j], done[i][j - 1]), cell));
          }
        }
      }
      start.set_value();  // the whole graph is declared: start it
    });
    std::printf("%ld paths through a 30 x 30 grid (modulo 1000000007)\n", paths[n - 1][n - 1]);

    std::vector<long> row(n, 1);
    for (std::size_t i = 1; i < n; ++i) {
      for (std::size_t j = 1; j < n; ++j) row[j] = (row[j] + row[j - 1]) % 1'000'000'007;
    }
    return text == "bread of flour and water" && paths[n - 1][n - 1] == row[n - 1] ? 0 : 1;
  });
}
