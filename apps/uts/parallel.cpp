// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Unbalanced tree search with one task per node and no cut-off: every node is a task that spawns its children and
// ends; one `finish` around the root waits for all of them, however deep.

#include <skua/finish.hpp>
#include <skua/reducer.hpp>
#include <skua/spawn.hpp>
#include <type_traits>

#include "../skua/text.hpp"
#include "walk.hpp"

namespace apps::uts {
namespace {

/// What all tasks share; lives in the frame of walk() until the scope has ended.
struct traversal {
  tree const& what;
  skua::sum<std::int64_t> nodes;
  skua::sum<std::int64_t> inner;  ///< nodes that have children
  skua::max<std::int64_t> depth;
};

/// One node. 32 bytes, trivially copyable: it fits into a task's slot.
template <typename Hash>
struct visit {
  node here;
  traversal const* all;

  void operator()() const {
    auto const& t = *all;
    t.nodes += 1;
    int const children = t.what.children(here);
    if (children == 0) return;
    t.inner += 1;
    t.depth += here.depth + 1;
    for (int i = 0; i < children; ++i) {
      skua::spawn(visit{t.what.template child<Hash>(here, static_cast<std::uint32_t>(i)), all});
    }
  }
};

template <typename Hash>
totals walk(tree const& what, common_options const& options) {
  static_assert(std::is_trivially_copyable_v<visit<Hash>> && sizeof(visit<Hash>) <= 48);
  traversal all{what, {}, {}, {}};
  progress const live(options.show_progress(), [&](double seconds) {
    auto const nodes = static_cast<std::uint64_t>(all.nodes.peek());
    return "uts: " + grouped(nodes) + " nodes, " + rate(static_cast<double>(nodes) / seconds, "per second");
  });
  skua::finish([&] { skua::spawn(visit<Hash>{what.root(), &all}); });
  auto const nodes = static_cast<std::uint64_t>(all.nodes.get());
  auto const inner = static_cast<std::uint64_t>(all.inner.get());
  auto const depth = inner == 0 ? 0 : static_cast<std::uint64_t>(all.depth.get());
  return {nodes, nodes - inner, depth};
}

}  // namespace

totals walk_parallel(tree const& what, common_options const& options) {
  return with_fastest_hash([&](auto hash) { return walk<decltype(hash)>(what, options); });
}

}  // namespace apps::uts
