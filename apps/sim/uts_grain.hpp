// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Unbalanced tree search with tasks of many nodes, as in GLB and APGAS (Posner and Fohry, 2018): a
// task visits a given number of nodes, gives half of its open nodes to a new task, and continues
// with the other half.

#pragma once

#include <cstdint>
#include <skua/place_local.hpp>
#include <skua/spawn.hpp>
#include <utility>
#include <vector>

#include "../uts/problem.hpp"
#include "meter.hpp"

namespace apps::sim {

/// Unvisited children of a node: first to end - 1. 32 bytes.
struct open_children {
  uts::node parent;
  std::uint32_t first;
  std::uint32_t end;
};

/// `Shared` has the tree `tree`, the sums `nodes` and `leaves`, the flag `x86_hash`, the number of
/// nodes `grain` and `cost_of(node)`.
template <typename Shared>
struct visit_many {
  skua::place_local<Shared> shared;
  double path;

  void operator()(std::vector<open_children> open) const {
    if (shared->x86_hash) {
      run<uts::x86_sha1>(open);
    } else {
      run<uts::portable_sha1>(open);
    }
  }

 private:
  template <typename Hash>
  void run(std::vector<open_children>& open) const {
    auto const& t = *shared;
    double path_now = path;
    while (!open.empty()) {
      double seconds = 0;
      std::int64_t nodes = 0;
      std::int64_t leaves = 0;
      for (; nodes < t.grain && !open.empty(); ++nodes) {
        open_children& last = open.back();
        uts::node const current = t.tree.template child<Hash>(last.parent, last.first);
        if (++last.first == last.end) open.pop_back();
        seconds += t.cost_of(current);
        int const children = t.tree.children(current);
        if (children == 0) ++leaves;
        if (children > 0) open.push_back({current, 0, static_cast<std::uint32_t>(children)});
      }
      work(seconds, path_now);
      t.nodes += nodes;
      t.leaves += leaves;
      if (auto half = split(open); !half.empty()) skua::spawn(skua::any, visit_many{shared, path_now}, std::move(half));
    }
  }

  /// Splits off half of the children of each node, those at the end.
  static std::vector<open_children> split(std::vector<open_children>& open) {
    std::vector<open_children> half;
    for (auto& siblings : open) {
      std::uint32_t const count = siblings.end - siblings.first;
      if (count < 2) continue;
      std::uint32_t const middle = siblings.end - count / 2;
      half.push_back({siblings.parent, middle, siblings.end});
      siblings.end = middle;
    }
    return half;
  }
};

}  // namespace apps::sim
