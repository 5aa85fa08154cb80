// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Unbalanced tree search with tasks of many nodes, as in GLB and APGAS (Posner and Fohry, 2018): a
// task looks at so many nodes, gives half of what it has left to a new task, and goes on with the
// other half.

#pragma once

#include <cstdint>
#include <skua/place_local.hpp>
#include <skua/spawn.hpp>
#include <utility>
#include <vector>

#include "../uts/tree.hpp"
#include "meter.hpp"

namespace apps::sim {

/// Children of a node that nobody has looked at: first to end - 1. 32 bytes.
struct open_children {
  uts::node of;
  std::uint32_t first;
  std::uint32_t end;
};

/// `All` has the tree `what`, `nodes` and `leaves` to add to, `x86_hash`, the number of nodes
/// `grain` and `cost_of(node)`.
template <typename All>
struct visit_many {
  skua::place_local<All> all;
  double path;

  void operator()(std::vector<open_children> open) const {
    if (all->x86_hash) {
      run<uts::x86_sha1>(open);
    } else {
      run<uts::portable_sha1>(open);
    }
  }

 private:
  template <typename Hash>
  void run(std::vector<open_children>& open) const {
    auto const& t = *all;
    double until_now = path;
    while (!open.empty()) {
      double seconds = 0;
      std::int64_t nodes = 0;
      std::int64_t leaves = 0;
      for (; nodes < t.grain && !open.empty(); ++nodes) {
        open_children& last = open.back();
        uts::node const here = t.what.template child<Hash>(last.of, last.first);
        if (++last.first == last.end) open.pop_back();
        seconds += t.cost_of(here);
        int const children = t.what.children(here);
        if (children == 0) ++leaves;
        if (children > 0) open.push_back({here, 0, static_cast<std::uint32_t>(children)});
      }
      work(seconds, until_now);
      t.nodes += nodes;
      t.leaves += leaves;
      if (auto half = split(open); !half.empty()) skua::spawn(skua::any, visit_many{all, until_now}, std::move(half));
    }
  }

  /// Half of the children of each node, those at the end.
  static std::vector<open_children> split(std::vector<open_children>& open) {
    std::vector<open_children> half;
    for (auto& some : open) {
      std::uint32_t const count = some.end - some.first;
      if (count < 2) continue;
      std::uint32_t const middle = some.end - count / 2;
      half.push_back({some.of, middle, some.end});
      some.end = middle;
    }
    return half;
  }
};

}  // namespace apps::sim
