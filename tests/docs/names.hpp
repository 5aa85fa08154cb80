// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the names stand for that the code of docs/reference/coming_from.md uses without a
// declaration.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <ranges>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <skua/algorithm.hpp>
#include <skua/collective.hpp>
#include <skua/search.hpp>
#include <skua/skua.hpp>

namespace page {

using namespace skua;
using namespace std::chrono_literals;

using T = int;
using Op = max_operation<T>;

constexpr auto f = [](auto const&...) { return 1; };
constexpr auto g = f;
constexpr auto op = std::plus<>();
constexpr int p = 1, n = 10, m = 4, x = 42, identity = 0, low = 10, high = 110, tile = 16, grain = 4, block = 1,
              root = 1, depth = 3, tokens = 4;
constexpr auto t = 1ms, period = 1ms;

inline void visit(int rest, sum<long> r) {
  r += 1;
  for (int i = 0; rest > 0 && i < 3; ++i) spawn(any, visit, rest - 1, r);
}

/// An object with its own state at each place.
class C {
 public:
  explicit C(int first) : count_(first) {}
  int count() { return ++count_; }

 private:
  int count_;
};

/// All words of eight letters 0 and 1; the objective of a word is its number of ones.
struct words {
  struct node {
    int length = 0;
    int ones = 0;
  };

  node root() const { return {}; }
  std::vector<node> children(node const& w) const {
    if (w.length == 8) return {};
    return {{w.length + 1, w.ones + 1}, {w.length + 1, w.ones}};
  }
  int objective(node const& w) const { return w.ones; }
  std::uint64_t value(node const&) const { return 1; }
};

/// Runs the body as the first task, at two places of two workers in this process.
template <class Body>
void at_two_places(Body const& body) {
  options o;
  o.places = 2;
  o.workers = 2;
  o.transport = "inproc";
  runtime program{o};
  EXPECT_NO_THROW(program.run(body));
}

}  // namespace page
