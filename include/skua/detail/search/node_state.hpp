// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of one search at one place that depends on the type of the nodes only:
// the nodes that were kept or left for other walks, and the tasks that carry nodes. Searches with
// different goals and problems share it if their nodes have the same type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include <skua/cancel.hpp>
#include <skua/detail/search/frontier.hpp>
#include <skua/detail/search/search_state.hpp>
#include <skua/error.hpp>
#include <skua/place.hpp>
#include <skua/search/options.hpp>
#include <skua/spawn.hpp>
#include <skua/wire/wire.hpp>

namespace skua::search::detail {

/// The nodes where a search begins: the root, or the open nodes of an interrupted search.
template <class Node>
using open_nodes = std::vector<open_node<Node>>;

template <class Node>
std::vector<std::byte> packed(open_nodes<Node> const& nodes) {
  if (nodes.empty()) return {};
  if constexpr (wire::serializable<Node>) {
    wire::writer to;
    wire::encode(to, nodes);
    return {to.view().begin(), to.view().end()};
  } else {
    throw error("a node that is not serializable cannot leave its place");
  }
}
template <class Node>
open_nodes<Node> unpacked(std::vector<std::byte> const& bytes) {
  if constexpr (wire::serializable<Node>) {
    wire::reader from(bytes);
    if (!bytes.empty()) return wire::decode<open_nodes<Node>>(from);
  }
  return {};
}

template <class Node>
class node_state : public search_state {
 public:
  using search_state::search_state;

  frontier<Node> place_frontier;

  /// Keeps a node that was not visited because of a stop.
  void keep(open_node<Node> n) {
    std::lock_guard const hold(lock_);
    cut_short_ = true;
    if (needs_open()) open_.push_back(std::move(n));
  }
  /// The nodes that were kept here, after report(false).
  open_nodes<Node> take_open() { return std::move(open_); }

  void spawn_one(Node const& n, std::int32_t depth, double weight) {
    spawn(any, &search_one, n, depth, weight, states());
  }
  /// Spawns a lazy task for a thief of this or another place. Returns false if there are no open
  /// siblings.
  bool spawn_lazy_task() {
    if (place_frontier.empty()) return false;
    spawn(any, &search_lazily, lazy_task<Node>{&place_frontier}, states());
    return true;
  }
  void spawn_many(std::vector<Node> nodes, std::int32_t depth, double weight) {
    spawn(any, &search_many, std::move(nodes), depth, weight, states());
  }

  /// Searches these nodes, which have this depth and together this weight, in the calling task.
  /// Returns false if the search was stopped before the end.
  bool search_here(std::vector<Node>& nodes, std::int32_t depth, double weight, state_handle const& states) {
    set_handle(states);
    if (stopped()) {
      for (Node& n : nodes) keep({std::move(n), depth, weight / static_cast<double>(nodes.size())});
      keep_frontier();
      return false;
    }
    count({0, 0, 0, nodes.size() != 0, 0, 0});
    if (plan.in_order == 0) return walk(nodes, depth, weight, nullptr);
    typename frontier<Node>::position walk_position(place_frontier);
    bool const done = walk(nodes, depth, weight, &walk_position);
    if (!done && stopped()) keep_frontier();
    return done;
  }

  /// Searches one node in the calling task. Returns false if the search was stopped before the end.
  bool search_here(open_node<Node> n, state_handle const& states) {
    std::vector<Node> nodes;
    nodes.push_back(std::move(n.node));
    return search_here(nodes, n.depth, n.weight, states);
  }

  bool search_next_part(int home, state_handle const& states) final {
    open_nodes<Node> part;
    if (home == skua::here()) {
      part = claim_part();
    } else if (auto const claimed = claim_packed(1, home, states); !claimed.empty()) {
      part = unpacked<Node>(claimed.front());
    }
    if (part.empty()) return false;
    // After a stop the remaining parts are still claimed, to be kept. In a cancelled scope they
    // are not needed.
    return search_here(std::move(part.front()), states) || !skua::cancelled();
  }

  place_report report(bool pack) final {
    place_report report;
    report.done = counted();
    std::uint64_t const pruned = drop_prunable_open();
    report.done.nodes += pruned;
    report.done.prunes += pruned;
    report.cut_short = cut_short_ && (!needs_open() || !open_.empty());
    if (pack) report.open = packed(std::exchange(open_, {}));
    return report;
  }

 protected:
  /// The walk of one task (engine::search), on an engine of this place.
  virtual bool walk(std::vector<Node>& nodes, std::int32_t depth, double weight,
                    typename frontier<Node>::position* walk_position) = 0;
  /// Ordered searches, at the home: the next part, a vector of one node, or an empty one if there
  /// is none.
  virtual open_nodes<Node> claim_part() = 0;
  /// Removes from open_ what can be pruned now, and returns the number.
  virtual std::uint64_t drop_prunable_open() = 0;

  open_nodes<Node> open_;

 private:
  void keep_frontier() {
    place_frontier.take_all([this](open_node<Node> n) { keep(std::move(n)); });
  }
  std::vector<packed_part> claim_parts(std::uint64_t count) final {
    std::vector<packed_part> parts;
    while (parts.size() < count) {
      auto const part = claim_part();
      if (part.empty()) break;
      parts.push_back(packed(part));
    }
    return parts;
  }

  static node_state& of(state_handle const& states) { return static_cast<node_state&>(**states); }

  static void search_one(Node const& n, std::int32_t depth, double weight, state_handle states) {
    (void)of(states).search_here({n, depth, weight}, states);
  }
  static void search_many(std::vector<Node> nodes, std::int32_t depth, double weight, state_handle states) {
    (void)of(states).search_here(nodes, depth, weight, states);
  }
  static void search_lazily(lazy_task<Node> task, state_handle states) {
    (void)of(states).search_here(task.nodes, task.depth, task.weight, states);
  }
};

}  // namespace skua::search::detail
