// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a search is divided into tasks: a value, so that a program can choose it while it runs.
//
// All of them are the same engine, which walks a subtree depth first on a stack of its own, with
// other rules for cutting parts off. Source: YewPar (Archibald et al., PPoPP 2020), sections 3.3
// and 4.2; ordered: Archibald et al., "Replicable parallel branch and bound search" (J. Parallel
// Distrib. Comput. 113, 2018); by discrepancy: Harvey and Ginsberg, "Limited discrepancy search"
// (IJCAI 1995), where a child that has n siblings before it costs n, as in YewPar.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace skua::search {

/// On the calling task alone.
struct sequential {};
/// Every node of that depth (root: 0) or less is a task.
struct depth_bounded {
  int depth = 2;
};
/// Who has visited so many nodes without cutting gives away all that is left at the shallowest
/// level of its stack.
struct budget {
  std::uint64_t nodes = 1'000'000;
};
/// Cut when somebody is hungry, here or at another place: half of what is left at the shallowest
/// level, one task per node, and where that is hardly anything, some of the next levels; chunked:
/// all that is left at the shallowest level, as one task.
struct stack_stealing {
  bool chunked = false;
};
/// The nodes of that depth are claimed one after the other in the order of the sequential search;
/// by_discrepancy: those first whose path departs least from the first choices of the heuristic.
/// Then what is above them is looked at before the first one is claimed.
struct ordered {
  int depth = 2;
  bool by_discrepancy = false;
};
/// No parameter to tune. Enumeration: stack stealing. Optimisation and decision: parts are taken in
/// the order of the sequential search (rests.hpp), so that however many workers look at about as
/// many nodes as one.
struct automatic {};

/// One of the above.
class coordination {
 public:
  enum class kind : std::uint8_t { sequential, depth_bounded, budget, stack_stealing, ordered, automatic };

  constexpr coordination() noexcept = default;
  constexpr coordination(automatic) noexcept {}
  constexpr coordination(sequential) noexcept : kind_(kind::sequential) {}
  constexpr coordination(depth_bounded d) noexcept : kind_(kind::depth_bounded), depth_(d.depth) {}
  constexpr coordination(budget b) noexcept : kind_(kind::budget), nodes_(b.nodes != 0 ? b.nodes : 1) {}
  constexpr coordination(stack_stealing s) noexcept : kind_(kind::stack_stealing), chunked_(s.chunked) {}
  constexpr coordination(ordered o) noexcept
      : kind_(kind::ordered), by_discrepancy_(o.by_discrepancy), depth_(o.depth) {}

  /// From a name: "sequential", "depth_bounded", "budget", "stack_stealing", "ordered",
  /// "automatic". Throws skua::error that lists them.
  static coordination named(std::string_view name);
  /// The name, with what can be set: "depth_bounded, depth 2".
  [[nodiscard]] std::string text() const;

  [[nodiscard]] constexpr kind what() const noexcept { return kind_; }
  [[nodiscard]] constexpr int depth() const noexcept { return depth_; }
  [[nodiscard]] constexpr std::uint64_t nodes() const noexcept { return nodes_; }
  [[nodiscard]] constexpr bool chunked() const noexcept { return chunked_; }
  [[nodiscard]] constexpr bool by_discrepancy() const noexcept { return by_discrepancy_; }
  /// Cuts when somebody is hungry.
  [[nodiscard]] constexpr bool on_demand() const noexcept {
    return kind_ == kind::stack_stealing || kind_ == kind::automatic;
  }

  constexpr coordination with_depth(int d) const noexcept {
    coordination c = *this;
    c.depth_ = d;
    return c;
  }
  constexpr coordination with_budget(std::uint64_t n) const noexcept {
    coordination c = *this;
    c.nodes_ = n != 0 ? n : 1;
    return c;
  }
  constexpr coordination in_chunks(bool on) const noexcept {
    coordination c = *this;
    c.chunked_ = on;
    return c;
  }
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
};

}  // namespace skua::search
