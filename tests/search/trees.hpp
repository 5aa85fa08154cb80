// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trees to search, and the ways to search them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <skua/search.hpp>
#include <skua/skua.hpp>

#include "search/random_tree.hpp"

namespace search_test {

namespace search = skua::search;

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
  return {search::sequential{}, search::depth_bounded{0}, search::depth_bounded{3},     search::budget{1},
          search::budget{50},   search::stack_stealing{}, search::stack_stealing{true}, search::ordered{0},
          search::ordered{2},   search::ordered{0, true}, search::ordered{5, true},     search::automatic{}};
}
inline std::vector<way> ways() {
  std::vector<way> all;
  for (auto const& how : coordinations()) {
    for (auto const& [places, workers] : {std::pair{1, 1}, {1, 2}, {2, 1}, {3, 2}})
      all.push_back({how, places, workers});
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
