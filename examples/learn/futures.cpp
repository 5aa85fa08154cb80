// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program of docs/learn/futures.md: a result that comes later, an exception that comes with it,
// and a table whose blocks start when the blocks that they need are ready.
#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <skua/skua.hpp>

std::string random_letters(std::size_t n, unsigned seed) {
  std::string text(n, ' ');
  for (char& c : text) {
    seed = seed * 1'664'525u + 1'013'904'223u;
    c = "ACGT"[seed >> 30];
  }
  return text;
}

// length[i][j]: of the longest common subsequence of the first i letters of a and the first j of b.
struct table {
  std::string a, b;
  std::vector<std::vector<int>> length;

  table(std::string first, std::string second)
      : a(std::move(first)), b(std::move(second)), length(a.size() + 1, std::vector<int>(b.size() + 1)) {}

  void fill(std::size_t top, std::size_t left, std::size_t size) {
    for (std::size_t i = top + 1; i <= top + size; ++i) {
      for (std::size_t j = left + 1; j <= left + size; ++j) {
        length[i][j] = a[i - 1] == b[j - 1] ? length[i - 1][j - 1] + 1 : std::max(length[i - 1][j], length[i][j - 1]);
      }
    }
  }
};

int common_length(table& t, std::size_t block) {
  std::size_t const blocks = t.a.size() / block;
  using ready = skua::shared_future<void>;
  ready const start = skua::make_ready_future().share();
  std::vector<std::vector<ready>> done(blocks + 1, std::vector<ready>(blocks + 1, start));
  for (std::size_t i = 1; i <= blocks; ++i) {
    for (std::size_t j = 1; j <= blocks; ++j) {
      auto const fill = [&t, i, j, block] { t.fill((i - 1) * block, (j - 1) * block, block); };
      done[i][j] = skua::async(skua::after(done[i - 1][j], done[i][j - 1]), fill).share();
    }
  }
  done[blocks][blocks].get();
  return t.length.back().back();
}

int main(int argc, char** argv) {
  return skua::run(argc, argv, [] {
    skua::future<std::string> letters = skua::async(random_letters, 2'048, 1u);  // a task
    std::string const b = random_letters(2'048, 2u);                             // at the same time, here
    std::string const a = letters.get();                                         // waits, if it must

    table t(a, b);
    int const by_blocks = common_length(t, 256);
    table other(a, b);
    other.fill(0, 0, a.size());
    std::printf("%d letters in common, in sequence %d\n", by_blocks, other.length.back().back());

    auto failed = skua::async([]() -> int { throw std::out_of_range("no such row"); });
    bool caught = false;
    try {
      (void)failed.get();
    } catch (std::out_of_range const& e) {
      caught = true;
      std::printf("get() throws: %s\n", e.what());
    }
    return by_blocks == other.length.back().back() && caught ? 0 : 1;
  });
}
