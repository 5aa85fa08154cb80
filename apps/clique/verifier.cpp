// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "verifier.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <set>

#include "../common/input.hpp"
#include "generator.hpp"

namespace apps::clique {
namespace {

struct known_graph {
  std::string_view name;
  int order;
  std::int64_t edges;
  int clique;
};

// Instances of the second DIMACS implementation challenge with proved answers: name, vertices,
// edges, largest clique.
constexpr known_graph table[] = {
    {"C125.9", 125, 6963, 34},          {"C250.9", 250, 27984, 44},         {"DSJC1000_5", 1000, 249826, 15},
    {"DSJC500_5", 500, 62624, 13},      {"MANN_a27", 378, 70551, 126},      {"MANN_a45", 1035, 533115, 345},
    {"MANN_a9", 45, 918, 16},           {"brock200_1", 200, 14834, 21},     {"brock200_2", 200, 9876, 12},
    {"brock200_4", 200, 13089, 17},     {"brock400_2", 400, 59786, 29},     {"brock400_3", 400, 59681, 31},
    {"brock400_4", 400, 59765, 33},     {"brock800_1", 800, 207505, 23},    {"brock800_2", 800, 208166, 24},
    {"brock800_3", 800, 207333, 25},    {"brock800_4", 800, 207643, 26},    {"c-fat200-1", 200, 1534, 12},
    {"c-fat200-2", 200, 3235, 24},      {"c-fat500-1", 500, 4459, 14},      {"c-fat500-10", 500, 46627, 126},
    {"c-fat500-2", 500, 9139, 26},      {"c-fat500-5", 500, 23191, 64},     {"gen200_p0.9_55", 200, 17910, 55},
    {"gen400_p0.9_55", 400, 71820, 55}, {"gen400_p0.9_65", 400, 71820, 65}, {"gen400_p0.9_75", 400, 71820, 75},
    {"hamming6-2", 64, 1824, 32},       {"hamming6-4", 64, 704, 4},         {"hamming8-2", 256, 31616, 128},
    {"hamming8-4", 256, 20864, 16},     {"johnson32-2-4", 496, 107880, 16}, {"johnson8-2-4", 28, 210, 4},
    {"johnson8-4-4", 70, 1855, 14},     {"keller4", 171, 9435, 11},         {"keller5", 776, 225990, 27},
    {"p_hat1000-1", 1000, 122253, 10},  {"p_hat1000-2", 1000, 244799, 46},  {"p_hat1000-3", 1000, 371746, 68},
    {"p_hat1500-1", 1500, 284923, 12},  {"p_hat300-2", 300, 21928, 25},     {"p_hat300-3", 300, 33390, 36},
    {"p_hat500-2", 500, 62946, 36},     {"p_hat500-3", 500, 93800, 50},     {"p_hat700-1", 700, 60999, 11},
    {"p_hat700-2", 700, 121728, 44},    {"p_hat700-3", 700, 183010, 62},    {"san1000", 1000, 250500, 15},
    {"san200_0.7_2", 200, 13930, 18},   {"san200_0.9_1", 200, 17910, 70},   {"san200_0.9_2", 200, 17910, 60},
    {"san200_0.9_3", 200, 17910, 44},   {"san400_0.7_1", 400, 55860, 40},   {"san400_0.7_2", 400, 55860, 30},
    {"san400_0.7_3", 400, 55860, 22},   {"san400_0.9_1", 400, 71820, 100},  {"sanr200_0.9", 200, 17863, 42},
    {"sanr400_0.5", 400, 39984, 13},    {"sanr400_0.7", 400, 55869, 21},
};

/// "clq/keller4.clq" -> "keller4"
std::string_view base_name(std::string_view path) {
  path.remove_prefix(path.find_last_of('/') + 1);
  for (std::string_view const ending : {".clq", ".col", ".txt"}) {
    if (path.ends_with(ending)) path.remove_suffix(ending.size());
  }
  return path;
}

}  // namespace

std::optional<int> known_clique(graph const& input) {
  auto const name = base_name(input.name());
  for (auto const& entry : table) {
    // A file may have any name: it is the known instance only if vertices and edges match.
    if (entry.name == name && entry.order == input.order() && entry.edges == input.edges()) return entry.clique;
  }
  return {};
}

edge_list edges_of_file(std::string const& file, std::vector<int> const& vertices) {
  edge_list result;
  std::set<int> const vertex_set(vertices.begin(), vertices.end());
  std::ifstream input(file);
  skip_byte_order_mark(input);
  for (std::string line; std::getline(input, line);) {
    int a = 0;
    int b = 0;
    std::sscanf(line.c_str(), " p %*s %d", &result.vertices);
    if (std::sscanf(line.c_str(), " e %d %d", &a, &b) != 2) continue;
    if (vertex_set.contains(a) && vertex_set.contains(b)) result.edges.emplace_back(a, b);
  }
  return result;
}

edge_list edges_of_graph(graph const& input, std::vector<int> const& vertices) {
  edge_list result{input.order(), {}};
  for (int const a : vertices) {
    for (int const b : vertices) {
      if (a < 1 || b < 1 || a > input.order() || b > input.order()) continue;  // the check rejects it later
      if (input.adjacent(a - 1, b - 1)) result.edges.emplace_back(a, b);
    }
  }
  return result;
}

certificate certify(edge_list graph_edges, std::vector<int> vertices, std::size_t size) {
  if (graph_edges.vertices == 0) return {false, "the graph cannot be read again"};
  if (vertices.size() != size)
    return {false, "expected " + counted(size, "vertex", "vertices") + ", found " + std::to_string(vertices.size())};
  for (auto& [a, b] : graph_edges.edges) {
    if (a > b) std::swap(a, b);
  }
  std::ranges::sort(graph_edges.edges);
  std::ranges::sort(vertices);
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < size; ++i) {
    auto const name = "vertex " + std::to_string(vertices[i]);
    if (vertices[i] < 1 || vertices[i] > graph_edges.vertices)
      return {false, name + " is not one of the graph's " + std::to_string(graph_edges.vertices)};
    if (i > 0 && vertices[i] == vertices[i - 1]) return {false, name + " is there twice"};
    for (std::size_t j = 0; j < i; ++j, ++pairs) {
      if (!std::ranges::binary_search(graph_edges.edges, std::pair(vertices[j], vertices[i]))) {
        return {false,
                "vertices " + std::to_string(vertices[j]) + " and " + std::to_string(vertices[i]) + " are not joined"};
      }
    }
  }
  if (size == 1) return {true, "the vertex is one of the graph"};
  return {true, "all " + counted(pairs, "pair", "pairs") + " of " + counted(size, "vertex", "vertices") + " are edges"};
}

certificate certify(std::string const& file, std::string const& generated, std::vector<int> const& vertices,
                    std::size_t size) {
  auto result = certify(file.empty() ? edges_of_graph(generate(generated), vertices) : edges_of_file(file, vertices),
                        vertices, size);
  result.text += file.empty() ? " (graph made anew)" : " (file read anew)";
  return result;
}

}  // namespace apps::clique
