// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "generator.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "../common/error.hpp"
#include "../common/splitmix.hpp"

namespace apps::clique {
namespace {

/// Bose's construction for 3n points, n odd: three copies of the integers modulo n.
triple_system bose(int n) {
  triple_system result;
  int const half = (n + 1) / 2;
  for (int x = 0; x < n; ++x) result.push_back({x, x + n, x + 2 * n});
  for (int copy = 0; copy < 3; ++copy) {
    for (int x = 0; x < n; ++x) {
      for (int y = x + 1; y < n; ++y) {
        result.push_back({copy * n + x, copy * n + y, (copy + 1) % 3 * n + (x + y) * half % n});
      }
    }
  }
  return result;
}

/// Three copies of a system of n points, the triples of the three copies of a point, and six
/// triples across the copies for each triple: a system of 3n points.
triple_system triple_up(triple_system const& base, int n) {
  triple_system result;
  for (int x = 0; x < n; ++x) result.push_back({x, x + n, x + 2 * n});
  for (int copy = 0; copy < 3; ++copy) {
    for (auto const& [a, b, c] : base) result.push_back({copy * n + a, copy * n + b, copy * n + c});
  }
  for (auto const& [a, b, c] : base) {
    for (int rotation = 0; rotation < 3; ++rotation) {
      int const next = (rotation + 1) % 3 * n;
      int const last = (rotation + 2) % 3 * n;
      result.push_back({rotation * n + a, next + b, last + c});
      result.push_back({rotation * n + a, next + c, last + b});
    }
  }
  return result;
}

}  // namespace

triple_system steiner_triples(int points) {
  switch (points) {
    case 9:
      return bose(3);
    case 15:
      return bose(5);
    default:
      return triple_up(steiner_triples(points / 3), points / 3);
  }
}

graph steiner_clique_graph(std::string const& name, int points) {
  auto const triples = steiner_triples(points);
  graph result(name, points + 3 * static_cast<int>(triples.size()));
  for (int a = 0; a < result.order(); ++a) {
    for (int b = 0; b < a; ++b) result.connect(a, b);
  }
  int corner = points;
  for (auto const& triple : triples) {
    for (std::size_t i = 0; i < 3; ++i) {
      result.disconnect(corner + static_cast<int>(i), triple[i]);
      for (std::size_t j = 0; j < i; ++j) result.disconnect(corner + static_cast<int>(i), corner + static_cast<int>(j));
    }
    corner += 3;
  }
  return result;
}

namespace {

using vertex_list = std::vector<std::uint64_t>;

/// The sequence `first`, next(first), …, as long as the words have at most `bits` bits. Throws if
/// it is too long.
template <typename Next>
vertex_list words_from(std::string const& name, std::uint64_t first, int bits, Next&& next) {
  vertex_list result;
  for (auto word = first; word >> bits == 0; word = next(word)) {
    if (result.size() == static_cast<std::size_t>(max_vertices)) {
      throw input_error("--graph: expected a graph of at most " + std::to_string(max_vertices) + " vertices, found " +
                        name);
    }
    result.push_back(word);
  }
  return result;
}

/// The graph on `vertices`, with an edge for each pair for which `related` is true.
template <typename Related>
graph relation(std::string const& name, vertex_list const& vertices, Related&& related) {
  graph result(name, static_cast<int>(vertices.size()));
  for (std::size_t a = 0; a < vertices.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      if (related(vertices[a], vertices[b])) result.connect(static_cast<int>(a), static_cast<int>(b));
    }
  }
  return result;
}

graph distance_graph(std::string const& name, vertex_list const& vertices, int distance) {
  return relation(name, vertices, [=](auto a, auto b) { return std::popcount(a ^ b) >= distance; });
}

/// All words of `bits` bits, joined if they differ in at least `distance` of them.
graph hamming(std::string const& name, int bits, int distance) {
  return distance_graph(name, words_from(name, 0, bits, [](auto word) { return word + 1; }), distance);
}

/// Like hamming, for the words with `weight` ones.
graph johnson(std::string const& name, int bits, int weight, int distance) {
  auto const next = [](std::uint64_t word) {
    // The next larger number with as many ones: the top bit of the lowest run of ones moves up, the
    // rest of the run moves to the right end.
    std::uint64_t const low = word & -word;
    std::uint64_t const up = word + low;
    return up | ((word ^ up) / low >> 2);
  };
  return distance_graph(name, words_from(name, (std::uint64_t{1} << weight) - 1, bits, next), distance);
}

/// Keller's graph: words of quaternary digits, joined if at least two digits differ and one of them
/// by 2. As in the DIMACS instances, only the neighbours of the word 0 remain: the graph is
/// vertex-transitive.
graph keller(std::string const& name, int digits) {
  auto const related = [=](std::uint64_t a, std::uint64_t b) {
    int different = 0;
    bool by_two = false;
    for (int i = 0; i < digits; ++i) {
      auto const difference = ((a >> 2 * i) - (b >> 2 * i)) & 3;
      different += difference != 0;
      by_two |= difference == 2;
    }
    return different >= 2 && by_two;
  };
  vertex_list vertices;
  for (std::uint64_t word = 0; word >> 2 * digits == 0; ++word) {
    if (related(word, 0)) vertices.push_back(word);
  }
  return relation(name, vertices, related);
}

/// The same graphs on every machine.
struct random_stream : splitmix::stream {
  using stream::stream;
  bool happens(double p) { return next() >> 11 < static_cast<std::uint64_t>(p * 9007199254740992.0); }  // 2^53
};

/// Every edge with probability p.
graph random(std::string const& name, int order, double p, std::uint64_t seed) {
  graph result(name, order);
  random_stream stream(seed);
  for (int a = 0; a < order; ++a) {
    for (int b = 0; b < a; ++b) {
      if (stream.happens(p)) result.connect(a, b);
    }
  }
  return result;
}

/// A random graph with a hidden clique of `size` vertices that their degrees do not reveal:
/// Brockington and Culberson, "Camouflaging independent sets in quasi-random graphs" (DIMACS 26,
/// 1996), for cliques, at depth 0. A vertex of the clique has size - 1 neighbours in it, so it gets
/// fewer outside: with probability q. The expected degree of a member, size - 1 + (order - size) q,
/// equals the expected degree of another vertex, size q + (order - size - 1) p. Returns nullopt if
/// no q does that.
std::optional<graph> hidden(std::string const& name, int order, double p, int size, std::uint64_t seed) {
  double const outsiders = order - size;
  double const q = ((outsiders - 1) * p - (size - 1)) / (outsiders - size);
  if (!(outsiders > size && q >= 0 && q <= 1)) return {};
  graph result(name, order);
  random_stream stream(seed);
  std::vector<int> vertices(static_cast<std::size_t>(order));
  for (int v = 0; v < order; ++v) vertices[static_cast<std::size_t>(v)] = v;
  for (std::size_t remaining = vertices.size(); remaining > 1; --remaining)
    std::swap(vertices[remaining - 1], vertices[stream.next() % remaining]);
  for (int a = 0; a < order; ++a) {
    for (int b = 0; b < a; ++b) {
      double const chance = a < size ? 1 : b < size ? q : p;
      if (chance == 1 || stream.happens(chance))
        result.connect(vertices[static_cast<std::size_t>(a)], vertices[static_cast<std::size_t>(b)]);
    }
  }
  return result;
}

/// The numbers of `text` between `prefix` and its end, separated by `separator`, or nothing.
template <typename Number>
std::optional<std::vector<Number>> numbers_after(std::string_view prefix, char separator, std::string_view text) {
  if (!text.starts_with(prefix)) return {};
  std::vector<Number> result;
  auto const* position = text.data() + prefix.size();
  auto const* const last = text.data() + text.size();
  while (true) {
    Number value{};
    auto const [end, error] = std::from_chars(position, last, value);
    if (error != std::errc{}) return {};
    result.push_back(value);
    if (end == last) return result;
    if (*end != separator) return {};
    position = end + 1;
  }
}

graph random_from(std::string const& name) {
  std::string const expected = "--graph: expected random:N,P,SEED with 1 <= N <= " + std::to_string(max_vertices) +
                               ", 0 <= P <= 1 and SEED a whole number, found " + name;
  auto const values = numbers_after<double>("random:", ',', name);
  if (!values || values->size() != 3) throw input_error(expected);
  auto const [order, p, seed] = std::array{(*values)[0], (*values)[1], (*values)[2]};
  bool const in_range = order >= 1 && order <= max_vertices && p >= 0 && p <= 1 && seed >= 0 && seed < 9e15;
  if (!in_range || order != std::floor(order) || seed != std::floor(seed)) throw input_error(expected);
  return random(name, static_cast<int>(order), p, static_cast<std::uint64_t>(seed));
}

graph hidden_from(std::string const& name) {
  std::string const expected = "--graph: expected hidden:N,P,SIZE,SEED with 3 <= N <= " + std::to_string(max_vertices) +
                               ", 0 <= P <= 1, 1 <= SIZE < N / 2 and SEED a whole number, found " + name;
  auto const values = numbers_after<double>("hidden:", ',', name);
  if (!values || values->size() != 4) throw input_error(expected);
  auto const [order, p, size, seed] = std::array{(*values)[0], (*values)[1], (*values)[2], (*values)[3]};
  bool const in_range = order >= 3 && order <= max_vertices && p >= 0 && p <= 1 && size >= 1 && size < order / 2 &&
                        seed >= 0 && seed < 9e15;
  if (!in_range || order != std::floor(order) || size != std::floor(size) || seed != std::floor(seed))
    throw input_error(expected);
  auto hidden_graph =
      hidden(name, static_cast<int>(order), p, static_cast<int>(size), static_cast<std::uint64_t>(seed));
  if (!hidden_graph)
    throw input_error(
        "--graph: a clique of that size cannot be hidden among so few edges: expected a larger P or a smaller SIZE "
        "in " +
        name);
  return *std::move(hidden_graph);
}

}  // namespace

graph generate(std::string const& name) {
  auto const is_between = [](int value, int min_value, int max_value) {
    return value >= min_value && value <= max_value;
  };
  if (name.starts_with("random:")) return random_from(name);
  if (name.starts_with("hidden:")) return hidden_from(name);
  if (auto const n = numbers_after<int>("MANN_a", '-', name); n && n->size() == 1) {
    if (auto const points = (*n)[0]; points == 9 || points == 27 || points == 45 || points == 81) {
      return steiner_clique_graph(name, points);
    }
  }
  if (auto const n = numbers_after<int>("hamming", '-', name);
      n && n->size() == 2 && is_between((*n)[0], 1, 60) && (*n)[1] >= 1) {
    return hamming(name, (*n)[0], (*n)[1]);
  }
  if (auto const n = numbers_after<int>("johnson", '-', name);
      n && n->size() == 3 && is_between((*n)[0], 1, 60) && is_between((*n)[1], 1, (*n)[0]) && (*n)[2] >= 1) {
    return johnson(name, (*n)[0], (*n)[1], (*n)[2]);
  }
  if (auto const n = numbers_after<int>("keller", '-', name); n && n->size() == 1 && is_between((*n)[0], 2, 6)) {
    return keller(name, (*n)[0]);
  }
  throw input_error("--graph: expected " + generated_names() + ", found " + name);
}

std::string generated_names() {
  return "MANN_a9, MANN_a27, MANN_a45, MANN_a81, hammingN-D, johnsonN-W-D, keller2 to keller6, random:N,P,SEED or "
         "hidden:N,P,SIZE,SEED";
}

}  // namespace apps::clique
