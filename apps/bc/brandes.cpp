// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The algorithm, and the sequential program.

#include "brandes.hpp"

#include <algorithm>

namespace apps::bc {

brandes::brandes(graph const& input)
    : graph_(input),
      reached_(static_cast<std::size_t>(input.order())),
      paths_(reached_.size()),
      shares_(reached_.size()),
      order_(reached_.size() + 1),  // search() writes one further
      scores_(reached_.size()) {}

void brandes::add(vertex source) {
  search(source);
  add_dependencies();
  forget();
}

void brandes::search(vertex source) {
  order_[0] = source;
  reached_[static_cast<std::size_t>(source)] = 1;
  paths_[static_cast<std::size_t>(source)] = 1;
  levels_.assign(1, {0, 0});
  std::size_t vertices = 1;
  std::size_t edges = 0;
  for (;;) {
    std::size_t const frontier = levels_.back().first_vertex;
    std::size_t const first_edge = edges;
    levels_.push_back({vertices, edges});
    for (std::size_t i = frontier; i < vertices; ++i) {
      vertex const v = order_[i];
      auto const successors = graph_.successors(v);
      if (edges_.size() < edges + successors.size()) edges_.resize(2 * (edges + successors.size()));
      for (vertex const w : successors) {
        edges_[edges] = {v, w};
        edges += reached_[static_cast<std::size_t>(w)] == 0 ? 1 : 0;
      }
    }
    if (edges == first_edge) return;
    for (std::size_t i = first_edge; i < edges; ++i) {
      auto const [v, w] = edges_[i];
      auto const target = static_cast<std::size_t>(w);
      order_[vertices] = w;
      vertices += reached_[target] == 0 ? 1 : 0;
      reached_[target] = 1;
      paths_[target] += paths_[static_cast<std::size_t>(v)];
    }
  }
}

/// From the farthest vertices back: the shares of a level are complete before the level above it.
void brandes::add_dependencies() {
  std::size_t const farthest = levels_.size() - 2;
  counts_.reached += static_cast<std::int64_t>(levels_.back().first_vertex);
  counts_.farthest = std::max(counts_.farthest, static_cast<std::int64_t>(farthest));
  for (std::size_t distance = farthest; distance > 0; --distance) {
    level const& first = levels_[distance];
    level const& end = levels_[distance + 1];
    counts_.inner += static_cast<std::int64_t>((distance - 1) * (end.first_vertex - first.first_vertex));
    for (std::size_t i = first.first_vertex; i < end.first_vertex; ++i) {
      auto const v = static_cast<std::size_t>(order_[i]);
      scores_[v] += paths_[v] * shares_[v];
      shares_[v] += 1 / paths_[v];
    }
    for (std::size_t i = first.first_edge; i < end.first_edge; ++i) {
      auto const [v, w] = edges_[i];
      shares_[static_cast<std::size_t>(v)] += shares_[static_cast<std::size_t>(w)];
    }
  }
}

/// Makes the arrays ready for the next source.
void brandes::forget() {
  for (std::size_t i = 0; i < levels_.back().first_vertex; ++i) {
    auto const v = static_cast<std::size_t>(order_[i]);
    reached_[v] = 0;
    paths_[v] = 0;
    shares_[v] = 0;
  }
}

// All scores as a program without a task library computes them.
answer compute_sequential(parameters const& settings) {
  auto const input = graph::rmat(settings.scale, settings.seed);
  brandes work(input);
  for (vertex source = 0; source < input.order(); ++source) work.add(source);
  return {work.scores(), work.counts(), input.edges(), 0};
}

}  // namespace apps::bc
