// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Coordinations: how a search is divided into tasks. They are values, so that a program can choose
// one at run time.
//
// All coordinations use one engine, which walks a subtree depth first on its own stack; they differ
// in their rules for cutting parts off. Source: YewPar (Archibald et al., PPoPP 2020), sections 3.3
// and 4.2; ordered: Archibald et al., "Replicable parallel branch and bound search" (J. Parallel
// Distrib. Comput. 113, 2018); by discrepancy: Harvey and Ginsberg, "Limited discrepancy search"
// (IJCAI 1995), where a child that has n siblings before it costs n, as in YewPar.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <skua/detail/base/config.hpp>

namespace skua::search {

/// The calling task walks the whole tree.
struct sequential {};
/// Every node of this depth (root: 0) or less is a task.
struct depth_bounded {
  int depth = 2;  ///< nodes of this depth or less are tasks
};
/// A task that has visited this many nodes since its start or its last cut gives away all remaining
/// nodes at the shallowest level of its stack. 0 counts as 1.
struct budget {
  std::uint64_t nodes = 1'000'000;  ///< nodes between two cuts of a task
};
/// Like budget, but counts backtracks, the unit of YewPar. A backtrack is a level of the stack that
/// the task has left since its start or its last cut, because it had no more children. A leaf that
/// was opened counts as one; a node that was pruned does not. 0 counts as 1.
struct backtrack_budget {
  std::uint64_t backtracks = 1'000'000;  ///< backtracks between two cuts of a task
};
/// A task cuts when a thief asks, at this or another place. It gives away half of the remaining
/// nodes at the shallowest level, one task per node; if these are fewer than four, also some of the
/// next levels. chunked: all remaining nodes at the shallowest level, as one task.
struct stack_stealing {
  bool chunked = false;  ///< a cut gives away all remaining nodes of the level as one task
};
/// The nodes of this depth are claimed one after the other in the order of the sequential search.
/// by_discrepancy: the nodes whose path departs least from the first choices of the heuristic come
/// first. All nodes above them are then visited before the first one is claimed.
struct ordered {
  int depth = 2;                ///< the depth of the nodes that are claimed in order
  bool by_discrepancy = false;  ///< nodes with fewer departures from the heuristic come first
};
/// The default, without parameters. Enumeration: stack stealing. Optimisation and decision: parts
/// are taken in the order of the sequential search (frontier.hpp), so that any number of workers
/// visits about as many nodes as one worker.
struct automatic {};

/// One of the coordinations above; converts from each of them.
class coordination {
 public:
  /// The names of the coordinations; a backtrack_budget is a `budget`.
  enum class kind : std::uint8_t {
    sequential,      ///< that of search::sequential
    depth_bounded,   ///< that of search::depth_bounded
    budget,          ///< that of search::budget or search::backtrack_budget
    stack_stealing,  ///< that of search::stack_stealing
    ordered,         ///< that of search::ordered
    automatic        ///< that of search::automatic
  };

  constexpr coordination() noexcept = default;
  constexpr coordination(automatic) noexcept {}
  constexpr coordination(sequential) noexcept : kind_(kind::sequential) {}
  constexpr coordination(depth_bounded d) noexcept : kind_(kind::depth_bounded), depth_(d.depth) {}
  constexpr coordination(budget b) noexcept : kind_(kind::budget), nodes_(b.nodes != 0 ? b.nodes : 1) {}
  constexpr coordination(backtrack_budget b) noexcept
      : kind_(kind::budget), backtracks_(b.backtracks != 0 ? b.backtracks : 1) {}
  constexpr coordination(stack_stealing s) noexcept : kind_(kind::stack_stealing), chunked_(s.chunked) {}
  constexpr coordination(ordered o) noexcept
      : kind_(kind::ordered), by_discrepancy_(o.by_discrepancy), depth_(o.depth) {}

  /// The coordination with this name: "sequential", "depth_bounded", "budget", "stack_stealing",
  /// "ordered" or "automatic". Otherwise throws skua::error, which lists the names.
  static coordination named(std::string_view name);
  /// The name with its parameters: "depth_bounded, depth 2".
  [[nodiscard]] std::string text() const;

  /// Which coordination it is.
  [[nodiscard]] constexpr kind what() const noexcept { return kind_; }
  /// The depth of depth_bounded and ordered.
  [[nodiscard]] constexpr int depth() const noexcept { return depth_; }
  /// The nodes of a budget that counts nodes.
  [[nodiscard]] constexpr std::uint64_t nodes() const noexcept { return nodes_; }
  /// The backtracks of a budget that counts them; 0: it counts nodes.
  [[nodiscard]] constexpr std::uint64_t backtracks() const noexcept { return backtracks_; }
  /// Whether a cut of stack_stealing is one task.
  [[nodiscard]] constexpr bool chunked() const noexcept { return chunked_; }
  /// Whether ordered goes by discrepancy.
  [[nodiscard]] constexpr bool by_discrepancy() const noexcept { return by_discrepancy_; }
  /// Whether tasks cut when a thief asks.
  [[nodiscard]] constexpr bool on_demand() const noexcept {
    return kind_ == kind::stack_stealing || kind_ == kind::automatic;
  }

  /// This coordination with the given depth.
  constexpr coordination with_depth(int d) const noexcept {
    coordination c = *this;
    c.depth_ = d;
    return c;
  }
  /// This coordination with a budget of n nodes; 0 counts as 1.
  constexpr coordination with_budget(std::uint64_t n) const noexcept {
    coordination c = *this;
    c.nodes_ = n != 0 ? n : 1;
    c.backtracks_ = 0;
    return c;
  }
  /// This coordination with a budget of n backtracks; 0 counts as 1.
  constexpr coordination with_backtrack_budget(std::uint64_t n) const noexcept {
    coordination c = *this;
    c.backtracks_ = n != 0 ? n : 1;
    return c;
  }
  /// This coordination with or without `chunked`.
  constexpr coordination in_chunks(bool on) const noexcept {
    coordination c = *this;
    c.chunked_ = on;
    return c;
  }
  /// This coordination with or without `by_discrepancy`.
  constexpr coordination in_discrepancy_order(bool on) const noexcept {
    coordination c = *this;
    c.by_discrepancy_ = on;
    return c;
  }

 private:
  kind kind_ = kind::automatic;
  bool chunked_ = false;
  bool by_discrepancy_ = false;
  int depth_ = 2;
  std::uint64_t nodes_ = 1'000'000;
  std::uint64_t backtracks_ = 0;
};

}  // namespace skua::search
