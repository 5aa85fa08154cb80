// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "known.hpp"

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

}  // namespace apps::clique
