// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A small tree of each application.
#pragma once

#include <cstdint>
#include <sstream>
#include <string>

#include "../../apps/clique/generator.hpp"
#include "../../apps/clique/search.hpp"
#include "../../apps/clique/search_tree.hpp"
#include "../../apps/knapsack/generator.hpp"
#include "../../apps/knapsack/search_tree.hpp"
#include "../../apps/queens/search_tree.hpp"
#include "../../apps/semigroups/search_tree.hpp"
#include "../../apps/sip/reader.hpp"
#include "../../apps/sip/search_tree.hpp"
#include "../../apps/tsp/generator.hpp"
#include "../../apps/tsp/search_tree.hpp"
#include "../../apps/uts/search_tree.hpp"

namespace apps::test {

using clique_tree = clique::tree<1>;
using knapsack_tree = knapsack::problem<4>;
using embeddings = sip::problem<1>;
using words = semigroups::problem<semigroups::right_generators<std::uint64_t>>;
using long_words = semigroups::problem<semigroups::right_generators<semigroups::two_words>>;
using bytes = semigroups::problem<semigroups::decompositions<4>>;
using long_bytes = semigroups::problem<semigroups::decompositions<10>>;

inline clique::graph random_graph() { return clique::generate("random:48,0.6,3"); }
inline clique_tree cliques() { return clique_tree(clique::problem<1>(random_graph())); }
inline knapsack_tree choices() {
  return knapsack_tree(knapsack::core(knapsack::generate(knapsack::recipe_from("3,100,1000,50"))));
}
inline tsp::tour_search tours() { return tsp::tour_search(tsp::random_instance(9, tsp::usual_seed)); }
inline queens::board_tree boards() { return queens::board_tree(7); }
inline uts::tree_search unbalanced(uts::tree_shape shape, uts::tree_type type = uts::tree_type::geometric) {
  uts::parameters config;
  config.type = type;
  config.shape = shape;
  config.depth = 5;
  config.seed = 19;
  return uts::tree_search(uts::tree(config));
}
/// Maps of a triangle with a tail into a graph of 12 vertices.
inline embeddings maps() {
  std::istringstream pattern("4\n3 1 2 3\n2 0 2\n2 0 1\n1 0\n");
  std::string text = "12\n";
  for (int a = 0; a < 12; ++a) {
    std::string row;
    int degree = 0;
    for (int b = 0; b < 12; ++b) {
      if (a == b || (a + b) % 3 == 0) continue;
      row += " " + std::to_string(b);
      ++degree;
    }
    text += std::to_string(degree) + row + "\n";
  }
  std::istringstream target(text);
  return embeddings(sip::read_lad(pattern, "pattern"), sip::read_lad(target, "target"), {});
}

}  // namespace apps::test
