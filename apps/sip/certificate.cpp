// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "certificate.hpp"

#include <algorithm>
#include <fstream>
#include <map>

namespace apps::sip {
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
      return {false, std::to_string(vertex) + " is no vertex of the pattern"};
    if (static_cast<std::size_t>(vertex) != i)
      return {false, "vertex " + std::to_string(i) + " of the pattern has not one image"};
    if (image < 0 || image >= target.vertices) return {false, std::to_string(image) + " is no vertex of the target"};
    if (!source.emplace(image, vertex).second) return {false, std::to_string(image) + " is the image of two vertices"};
  }
  if (map.size() != static_cast<std::size_t>(pattern.vertices)) {
    return {false, "vertex " + std::to_string(map.size()) + " of the pattern has not one image"};
  }
  for (auto const& edge : pattern.edges) {
    std::pair const image(map[static_cast<std::size_t>(edge.first)].second,
                          map[static_cast<std::size_t>(edge.second)].second);
    if (!std::ranges::binary_search(target.edges, image))
      return {false, "edge " + edge_name(edge) + " becomes " + edge_name(image) + ", which is none"};
  }
  auto const order = map.size();
  auto text = counted(order, "vertex has ", "vertices have ") + counted(order, "image", "different images") + ", all " +
              counted(pattern.edges.size() / 2, "edge becomes an edge", "edges become edges");
  if (!induced) return {true, text};
  for (auto const& edge : target.edges) {
    auto const first = source.find(edge.first);
    auto const second = source.find(edge.second);
    if (first == source.end() || second == source.end()) continue;
    std::pair const original(first->second, second->second);
    if (!std::ranges::binary_search(pattern.edges, original))
      return {false, "edge " + edge_name(edge) + " comes from " + edge_name(original) + ", which is none"};
  }
  return {true, text + ", no other pair does"};
}

}  // namespace apps::sip
