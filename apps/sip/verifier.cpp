// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "verifier.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <string_view>

#include "../common/input.hpp"

namespace apps::sip {

// Numbers of embeddings, counted by brute force; a second program also counted the small ones.
namespace {

struct fact {
  std::string_view name;  ///< of both files, before .pattern and .target
  int pattern_order;
  std::int64_t pattern_edges;
  int target_order;
  std::int64_t target_edges;
  std::uint64_t count;
  std::uint64_t induced;
};

constexpr fact facts[] = {
    {"triangle_in_k5", 3, 3, 5, 10, 60, 60},
    {"c5_in_petersen", 5, 5, 10, 15, 120, 120},
    {"c6_in_petersen", 6, 6, 10, 15, 120, 120},
    {"p10_hampath_petersen", 10, 9, 10, 15, 240, 0},
    {"c10_hamcycle_petersen", 10, 10, 10, 15, 0, 0},
    {"c4_in_grid4x4", 4, 4, 16, 24, 72, 72},
    {"c16_hamcycle_grid4x4", 16, 16, 16, 24, 192, 0},
    {"q3_in_q4", 8, 12, 16, 32, 384, 384},
    {"k33_in_k44", 6, 9, 8, 16, 1152, 1152},
    {"c6_in_karate", 6, 6, 34, 78, 11628, 24},
    {"k5_in_karate", 5, 10, 34, 78, 240, 240},
    {"sub_gnp_6_20_30", 6, 8, 20, 64, 2644, 156},
    {"sub_gnp_8_25_30", 8, 11, 25, 96, 45078, 274},
    {"sub_gnp_10_30_25", 10, 13, 30, 104, 721451, 253},
    {"sub_gnp_12_30_30", 12, 20, 30, 137, 416644, 1},
    {"sub_gnp_20_60_20", 20, 41, 60, 383, 340681, 2},
    {"rnd_gnp_8_50_30_30", 8, 14, 30, 147, 54035, 142},
    {"rnd_gnp_10_70_50_40", 10, 30, 50, 490, 41759, 13},
};

bool is_named(graph const& g, std::string_view name, std::string_view suffix) {
  std::string_view const full_name = g.name();
  return full_name.size() == name.size() + suffix.size() && full_name.starts_with(name) && full_name.ends_with(suffix);
}

}  // namespace

std::optional<std::uint64_t> known_count(graph const& pattern, graph const& target, bool induced) {
  for (auto const& entry : facts) {
    if (!is_named(pattern, entry.name, ".pattern") || !is_named(target, entry.name, ".target")) continue;
    // A file may have any name: it is the known graph only if vertices and edges match.
    if (pattern.order() != entry.pattern_order || pattern.edges() != entry.pattern_edges) continue;
    if (target.order() != entry.target_order || target.edges() != entry.target_edges) continue;
    return induced ? entry.induced : entry.count;
  }
  return {};
}

namespace {

std::string edge_name(std::pair<int, int> const& edge) {
  return std::to_string(edge.first) + "-" + std::to_string(edge.second);
}

}  // namespace

edge_list edges_of_file(std::string const& file) {
  edge_list result;
  std::ifstream input(file);
  int degree = 0;
  int neighbour = 0;
  skip_byte_order_mark(input);
  input >> result.vertices;
  for (int vertex = 0; vertex < result.vertices && input >> degree; ++vertex) {
    while (degree-- > 0 && input >> neighbour) {
      if (neighbour < 0 || neighbour >= result.vertices) return {};  // the file has changed since the program read it
      result.edges.emplace_back(vertex, neighbour);
    }
  }
  std::ranges::sort(result.edges);
  return result;
}

std::vector<std::pair<int, int>> pairs_of(std::vector<int> const& images) {
  std::vector<std::pair<int, int>> result;
  for (int const image : images) result.emplace_back(static_cast<int>(result.size()), image);
  return result;
}

certificate certify(edge_list const& pattern, edge_list const& target, std::vector<std::pair<int, int>> map,
                    bool induced) {
  if (pattern.vertices == 0 || target.vertices == 0) return {false, "a graph cannot be read again"};
  std::ranges::sort(map);
  std::map<int, int> source;  // by target vertex
  for (std::size_t i = 0; i < map.size(); ++i) {
    auto const [vertex, image] = map[i];
    if (vertex < 0 || vertex >= pattern.vertices)
      return {false, std::to_string(vertex) + " is not a vertex of the pattern"};
    if (static_cast<std::size_t>(vertex) != i)
      return {false, "vertex " + std::to_string(i) + " of the pattern has not one image"};
    if (image < 0 || image >= target.vertices) return {false, std::to_string(image) + " is not a vertex of the target"};
    if (!source.emplace(image, vertex).second) return {false, std::to_string(image) + " is the image of two vertices"};
  }
  if (map.size() != static_cast<std::size_t>(pattern.vertices)) {
    return {false, "vertex " + std::to_string(map.size()) + " of the pattern has not one image"};
  }
  for (auto const& edge : pattern.edges) {
    std::pair const image(map[static_cast<std::size_t>(edge.first)].second,
                          map[static_cast<std::size_t>(edge.second)].second);
    if (!std::ranges::binary_search(target.edges, image))
      return {false, "edge " + edge_name(edge) + " becomes " + edge_name(image) + ", which is not an edge"};
  }
  auto const order = map.size();
  // A loop is listed once, another edge twice.
  auto const loops =
      static_cast<std::size_t>(std::ranges::count_if(pattern.edges, [](auto const& e) { return e.first == e.second; }));
  auto text = counted(order, "vertex has ", "vertices have ") + counted(order, "image", "different images") + ", all " +
              counted((pattern.edges.size() + loops) / 2, "edge becomes an edge", "edges become edges");
  if (!induced) return {true, text};
  for (auto const& edge : target.edges) {
    auto const first = source.find(edge.first);
    auto const second = source.find(edge.second);
    if (first == source.end() || second == source.end()) continue;
    std::pair const original(first->second, second->second);
    if (!std::ranges::binary_search(pattern.edges, original))
      return {false, "edge " + edge_name(edge) + " comes from " + edge_name(original) + ", which is not an edge"};
  }
  return {true, text + ", no other pair does"};
}

}  // namespace apps::sip
