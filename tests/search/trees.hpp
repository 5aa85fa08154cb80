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

/// A tree with nodes that own memory, and children as a range.
struct path_tree {
  random_tree tree;

  struct node {
    std::vector<std::int32_t> path;
    random_tree::node node_data;

    template <class Archive>
    void serialize(Archive& a) {
      a(path, node_data.path, node_data.depth, node_data.gain);
    }
  };
  node root() const { return {{}, tree.root()}; }
  std::vector<node> children(node const& n) const {
    std::vector<node> result;
    for (std::int32_t i = 0; i < tree.degree(n.node_data); ++i) {
      result.push_back({n.path, tree.child(n.node_data, i)});
      result.back().path.push_back(i);
    }
    return result;
  }
  int objective(node const& n) const { return n.node_data.gain; }
  int bound(node const& n) const { return tree.bound(n.node_data); }
};

struct way {
  search::coordination coordination;
  int places = 1;
  int workers = 1;

  std::string name() const {
    std::string n = coordination.text() + "_p" + std::to_string(places) + "_w" + std::to_string(workers);
    std::replace_if(n.begin(), n.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return n;
  }
};

inline std::vector<search::coordination> coordinations() {
  return {
      search::sequential{},         search::depth_bounded{0},    search::depth_bounded{3},     search::budget{1},
      search::budget{50},           search::backtrack_budget{1}, search::backtrack_budget{20}, search::stack_stealing{},
      search::stack_stealing{true}, search::ordered{0},          search::ordered{2},           search::ordered{0, true},
      search::ordered{5, true},     search::automatic{}};
}
inline std::vector<way> ways() {
  std::vector<way> result;
  for (auto const& coordination : coordinations()) {
    for (auto const& [places, workers] : {std::pair{1, 1}, {1, 2}, {3, 2}})
      result.push_back({coordination, places, workers});
  }
  return result;
}

/// Each test runs its body as the first task of a new runtime.
class every_way : public testing::TestWithParam<way> {
 protected:
  search::coordination coordination() const { return GetParam().coordination; }
  template <class Body>
  auto run(Body const& body) const {
    skua::options o{.workers = GetParam().workers};
    o.places = GetParam().places;
    o.transport = "inproc";
    skua::runtime job{o};
    return job.run(body);
  }
};

/// The tests of every_way_test.cpp and of the other every_way files.
class search_of : public every_way {};

/// Runs the body as the first task of one place with `workers` workers.
auto run_on(int workers, auto const& body) {
  skua::runtime job{{.workers = workers}};
  return job.run(body);
}

}  // namespace search_test
