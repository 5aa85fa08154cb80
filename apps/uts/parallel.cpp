// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Unbalanced tree search with one task per node and no cut-off: every node is a task that spawns
// its children, which may run at any place, and ends; one `finish` around the root waits for all of
// them, however deep and wherever they are.

#include <skua/finish.hpp>
#include <skua/place_local.hpp>
#include <skua/reducer.hpp>
#include <skua/spawn.hpp>
#include <type_traits>

#include "../skua/text.hpp"
#include "walk.hpp"

namespace apps::uts {
namespace {

/// What the tasks count. Handles: each place adds to its own part.
struct counters {
  skua::sum<std::int64_t> nodes;
  skua::sum<std::int64_t> inner;  ///< nodes that have children
  skua::max<std::int64_t> depth;
};

/// What all tasks of a place share: made there from the parameters, and from what the processor of
/// that machine can do.
struct traversal {
  traversal(parameters const& of, counters const& handles) : what(of), count(handles) {}

  tree what;
  counters count;
  bool x86_hash = x86_sha1::available();
};

/// One node. 32 bytes, trivially copyable: it fits into a task's slot, and travels as it is.
struct visit {
  node here;
  skua::place_local<traversal> all;

  void operator()() const {
    auto const& t = *all;
    t.count.nodes += 1;
    int const children = t.what.children(here);
    if (children == 0) return;
    t.count.inner += 1;
    t.count.depth += here.depth + 1;
    if (t.x86_hash) {
      spawn_children<x86_sha1>(t.what, children);
    } else {
      spawn_children<portable_sha1>(t.what, children);
    }
  }

  template <typename Hash>
  void spawn_children(tree const& what, int children) const {
    for (int i = 0; i < children; ++i) {
      skua::spawn(skua::any, visit{what.template child<Hash>(here, static_cast<std::uint32_t>(i)), all});
    }
  }
};

static_assert(std::is_trivially_copyable_v<visit> && sizeof(visit) <= 48);

}  // namespace

totals walk_parallel(tree const& what, common_options const& options) {
  counters const count;
  skua::place_local<traversal> const all(what.what(), count);
  progress const live(options.show_progress(), [&](double seconds) {
    auto const nodes = static_cast<std::uint64_t>(count.nodes.peek());
    return "uts: " + grouped(nodes) + " nodes, " + rate(static_cast<double>(nodes) / seconds, "per second");
  });
  skua::finish([&] { skua::spawn(skua::any, visit{what.root(), all}); });
  auto const nodes = static_cast<std::uint64_t>(count.nodes.get());
  auto const inner = static_cast<std::uint64_t>(count.inner.get());
  auto const depth = inner == 0 ? 0 : static_cast<std::uint64_t>(count.depth.get());
  return {nodes, nodes - inner, depth};
}

}  // namespace apps::uts
