// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The algorithm, and the sequential program.

#include "brandes.hpp"

#include <algorithm>

namespace apps::bc {

brandes::brandes(graph const& input)
    : graph_(input),
      states_(static_cast<std::size_t>(input.order())),
      scores_(static_cast<std::size_t>(input.order())) {
  order_.reserve(states_.size());
}

void brandes::add(vertex source) {
  order_.clear();
  order_.push_back(source);
  at(source) = {0, 1, 0};
  for (std::size_t i = 0; i < order_.size(); ++i) {
    auto const current = at(order_[i]);
    for (vertex const w : graph_.successors(order_[i])) {
      auto& neighbour = at(w);
      if (neighbour.distance == unreached) {
        neighbour.distance = current.distance + 1;
        order_.push_back(w);
      }
      if (neighbour.distance == current.distance + 1) neighbour.paths += current.paths;
    }
  }

  counts_.reached += static_cast<std::int64_t>(order_.size());
  counts_.farthest = std::max<std::int64_t>(counts_.farthest, at(order_.back()).distance);
  for (std::size_t i = order_.size(); i-- > 1;) counts_.inner += at(order_[i]).distance - 1;

  // From the farthest vertex back: the successors of a vertex on shortest paths are complete before
  // it.
  for (std::size_t i = order_.size(); i-- > 0;) {
    auto& current = at(order_[i]);
    double sum = 0;
    for (vertex const w : graph_.successors(order_[i])) {
      auto const& neighbour = at(w);
      if (neighbour.distance == current.distance + 1) sum += neighbour.share;
    }
    double const dependency = current.paths * sum;
    current.share = (1 + dependency) / current.paths;
    if (i > 0) scores_[static_cast<std::size_t>(order_[i])] += dependency;
  }
  for (vertex const v : order_) at(v) = {};
}

// All scores as a program without a task library computes them.
answer compute_sequential(parameters const& settings) {
  auto const input = graph::rmat(settings.scale, settings.seed);
  brandes work(input);
  for (vertex source = 0; source < input.order(); ++source) work.add(source);
  return {work.scores(), work.counts(), input.edges(), 0};
}

}  // namespace apps::bc
