// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "brandes.hpp"

#include <algorithm>

namespace apps::bc {

brandes::brandes(graph const& of)
    : of_(of), states_(static_cast<std::size_t>(of.order())), scores_(static_cast<std::size_t>(of.order())) {
  order_.reserve(states_.size());
}

void brandes::add(vertex source) {
  order_.clear();
  order_.push_back(source);
  at(source) = {0, 1, 0};
  for (std::size_t i = 0; i < order_.size(); ++i) {
    auto const here = at(order_[i]);
    for (vertex const w : of_.successors(order_[i])) {
      auto& next = at(w);
      if (next.distance == unreached) {
        next.distance = here.distance + 1;
        order_.push_back(w);
      }
      if (next.distance == here.distance + 1) next.paths += here.paths;
    }
  }

  counted_.reached += static_cast<std::int64_t>(order_.size());
  counted_.farthest = std::max<std::int64_t>(counted_.farthest, at(order_.back()).distance);
  for (std::size_t i = order_.size(); i-- > 1;) counted_.inner += at(order_[i]).distance - 1;

  // From the far end: the successors of a vertex on shortest paths are complete before it.
  for (std::size_t i = order_.size(); i-- > 0;) {
    auto& here = at(order_[i]);
    double sum = 0;
    for (vertex const w : of_.successors(order_[i])) {
      auto const& next = at(w);
      if (next.distance == here.distance + 1) sum += next.share;
    }
    double const dependency = here.paths * sum;
    here.share = (1 + dependency) / here.paths;
    if (i > 0) scores_[static_cast<std::size_t>(order_[i])] += dependency;
  }
  for (vertex const v : order_) at(v) = {};
}

}  // namespace apps::bc
