// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trees to search, their plain recursive search, and the ways to search them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <skua/search.hpp>
#include <skua/skua.hpp>

namespace search_test {

namespace search = skua::search;

/// splitmix64.
inline std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

/// A random tree: how many children a node has, and what each of them gains, follow from its path. No node of depth `height` has
/// children. Bound: what can still be gained.
struct random_tree {
  std::uint64_t seed = 1;
  std::int32_t height = 8;
  std::int32_t most_children = 6;
  std::int32_t most_gain = 9;

  struct node {
    std::uint64_t path = 0;
    std::int32_t depth = 0;
    std::int32_t gain = 0;
  };
  struct children_t {
    random_tree const* of;
    node const* parent;
    std::int32_t next_one, end;
    bool next(node& to) {
      if (next_one == end) return false;
      to = of->child(*parent, next_one++);
      return true;
    }
  };

  node root() const { return {mix(seed), 0, 0}; }
  children_t children(node const& n) const { return {this, &n, 0, degree(n)}; }
  std::int32_t degree(node const& n) const {
    if (n.depth == height) return 0;
    if (n.depth == 0) return most_children;
    return static_cast<std::int32_t>(mix(n.path) % static_cast<std::uint64_t>(most_children + 1));
  }
  node child(node const& n, std::int32_t i) const {
    std::uint64_t const path = mix(n.path ^ static_cast<std::uint64_t>(i + 1));
    return {path, n.depth + 1, n.gain + static_cast<std::int32_t>(mix(path) % static_cast<std::uint64_t>(most_gain + 1))};
  }
  int objective(node const& n) const { return n.gain; }
  int bound(node const& n) const { return n.gain + (height - n.depth) * most_gain; }
};

/// The same tree with nodes that own memory, and children as a range.
struct path_tree {
  random_tree of;

  struct node {
    std::vector<std::int32_t> path;
    random_tree::node at;

    template <class Archive>
    void serialize(Archive& a) {
      a(path, at.path, at.depth, at.gain);
    }
  };
  node root() const { return {{}, of.root()}; }
  std::vector<node> children(node const& n) const {
    std::vector<node> all;
    for (std::int32_t i = 0; i < of.degree(n.at); ++i) {
      all.push_back({n.path, of.child(n.at, i)});
      all.back().path.push_back(i);
    }
    return all;
  }
  int objective(node const& n) const { return n.at.gain; }
  int bound(node const& n) const { return of.bound(n.at); }
};

struct plain_answer {
  std::uint64_t nodes = 0;
  int largest = -1;
};
inline void search_plainly(random_tree const& t, random_tree::node const& n, plain_answer& a) {
  ++a.nodes;
  a.largest = std::max(a.largest, t.objective(n));
  for (std::int32_t i = 0; i < t.degree(n); ++i) search_plainly(t, t.child(n, i), a);
}
inline plain_answer search_plainly(random_tree const& t) {
  plain_answer a;
  search_plainly(t, t.root(), a);
  return a;
}

struct way {
  search::coordination how;
  int places = 1;
  int workers = 1;

  std::string name() const {
    std::string n = how.text() + "_p" + std::to_string(places) + "_w" + std::to_string(workers);
    std::replace_if(n.begin(), n.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return n;
  }
};

inline std::vector<search::coordination> coordinations() {
  return {search::sequential{},     search::depth_bounded{0}, search::depth_bounded{3},   search::budget{1},
          search::budget{50},       search::stack_stealing{}, search::stack_stealing{true}, search::ordered{0},
          search::ordered{2},       search::ordered{0, true},  search::ordered{5, true}, search::automatic{}};
}
inline std::vector<way> ways() {
  std::vector<way> all;
  for (auto const& how : coordinations()) {
    for (auto const& [places, workers] : {std::pair{1, 1}, {1, 2}, {2, 1}, {3, 2}}) all.push_back({how, places, workers});
  }
  return all;
}

/// Each test runs its body as the first task of a fresh runtime.
class every_way : public testing::TestWithParam<way> {
 protected:
  search::coordination how() const { return GetParam().how; }
  template <class Body>
  auto run(Body const& body) const {
    skua::options o{.workers = GetParam().workers};
    o.places = GetParam().places;
    o.transport = "inproc";
    skua::runtime job{o};
    return job.run(body);
  }
};

/// The tests of every_way_test.cpp and its neighbours.
class search_of : public every_way {};

/// Runs the body as the first task of one place with so many workers.
auto run_on(int workers, auto const& body) {
  skua::runtime job{{.workers = workers}};
  return job.run(body);
}

}  // namespace search_test
