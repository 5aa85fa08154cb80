// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The frontier of a place: open nodes that its walks share, in the order of the sequential search.
//
// It is a list of walk positions and open siblings. A position stands where its walk is. An entry
// of open siblings holds the remaining children of one node, oldest first. A walk inserts new
// entries right behind its own position, those of lower levels first, so the list stays in order. A
// walk that has finished its nodes takes the first open node of the list, and its position moves
// there. So no worker gets far ahead of the others, whatever the size of the parts.
//
// A thief without a position here gets a lazy task: it takes the first open nodes when it starts,
// or when it leaves for another place. Until then the nodes stay in the list, so no task holds them
// while later nodes are searched.
//
//   FRONTIER-1  Open siblings are never forgotten: the task of the walk that inserted them takes
//     nodes from the list, until it is empty, before it ends.
//   FRONTIER-2  A lazy task that leaves its place is packed once and then ends: its nodes are in
//     the message.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <list>
#include <mutex>
#include <utility>
#include <vector>

#include <skua/detail/core/suspend.hpp>
#include <skua/search/options.hpp>

namespace skua::search::detail {

template <class Node>
class frontier {
  struct entry {
    std::vector<Node> nodes;  // open siblings; empty: a walk position
    std::size_t next = 0;
    std::int32_t depth = 0;
    double node_weight = 0;  // weight of each node

    [[nodiscard]] std::size_t remaining() const noexcept { return nodes.size() - next; }
  };
  using list = std::list<entry>;

 public:
  /// The position of a walk. A new walk has nodes that were in no list, and begins as the first of
  /// all.
  class position {
   public:
    explicit position(frontier& owner) : owner_(owner), own_entry_(1) {
      std::lock_guard const g(owner.lock_);
      owner.list_.splice(owner.list_.begin(), own_entry_);
      entry_ = owner.list_.begin();
    }
    position(position const&) = delete;
    position& operator=(position const&) = delete;
    ~position() {
      std::lock_guard const g(owner_.lock_);
      own_entry_.splice(own_entry_.begin(), owner_.list_, entry_);
    }

    /// Inserts open siblings right behind this position.
    void leave(std::vector<Node> nodes, std::int32_t depth, double node_weight) {
      list siblings;
      siblings.push_back({std::move(nodes), 0, depth, node_weight});
      std::lock_guard const g(owner_.lock_);
      owner_.list_.splice(std::next(entry_), siblings);
    }
    /// Takes the first open node and moves there. Returns false if there is none.
    bool take_first(std::vector<Node>& alone, std::int32_t& depth, double& weight) {
      list done;
      std::lock_guard const g(owner_.lock_);
      auto const first = owner_.first();
      if (first == owner_.list_.end()) return false;
      depth = first->depth;
      weight = first->node_weight;
      alone.clear();
      alone.push_back(std::move(first->nodes[first->next++]));
      owner_.list_.splice(first, owner_.list_, entry_);
      if (first->remaining() == 0) done.splice(done.begin(), owner_.list_, first);
      return true;
    }

   private:
    frontier& owner_;
    list own_entry_;  // holds the entry before and after its time in owner_.list_
    typename list::iterator entry_;
  };

  /// Adds open nodes behind all others, for a walk that begins after this call. Consecutive nodes
  /// of one depth and weight become one entry, so that lazy tasks can take several.
  void add_last(std::vector<open_node<Node>> nodes) {
    list siblings;
    for (open_node<Node>& n : nodes) {
      bool const fits =
          !siblings.empty() && siblings.back().depth == n.depth && siblings.back().node_weight == n.weight;
      if (!fits) siblings.push_back({{}, 0, n.depth, n.weight});
      siblings.back().nodes.push_back(std::move(n.node));
    }
    std::lock_guard const g(lock_);
    list_.splice(list_.end(), siblings);
  }
  [[nodiscard]] bool empty() {
    std::lock_guard const g(lock_);
    return first() == list_.end();
  }
  /// Takes the first open nodes for a lazy task; empty if there is none. The number begins at 1. It
  /// is doubled if the last call was less than 1 ms ago, because parts of that size are too small,
  /// and halved otherwise; at most half of the first open siblings.
  std::vector<Node> take_some(std::int32_t& depth, double& weight) {
    auto const now = sched::now_here();
    std::vector<Node> nodes;
    list done;
    std::lock_guard const g(lock_);
    auto const source = first();
    if (source == list_.end()) return nodes;
    amount_ = now - std::exchange(last_request_, now) < soon ? 2 * amount_ : std::max<std::size_t>(1, amount_ / 2);
    std::size_t const n = amount_ = (std::min)(amount_, (source->remaining() + 1) / 2);
    auto const begin = source->nodes.begin() + static_cast<std::ptrdiff_t>(source->next);
    nodes.assign(std::make_move_iterator(begin), std::make_move_iterator(begin + static_cast<std::ptrdiff_t>(n)));
    source->next += n;
    depth = source->depth;
    weight = source->node_weight * static_cast<double>(n);
    if (source->remaining() == 0) done.splice(done.begin(), list_, source);
    return nodes;
  }
  /// Takes all open nodes and calls keep(open_node) for each.
  template <class Keep>
  void take_all(Keep&& keep) {
    list siblings;
    {
      std::lock_guard const g(lock_);
      for (auto next = list_.begin(); next != list_.end();) {
        auto const current = next++;
        if (current->remaining() != 0) siblings.splice(siblings.end(), list_, current);
      }
    }
    for (entry& e : siblings) {
      for (; e.remaining() != 0; ++e.next) keep(open_node<Node>{std::move(e.nodes[e.next]), e.depth, e.node_weight});
    }
  }

 private:
  typename list::iterator first() noexcept {
    auto e = list_.begin();
    while (e != list_.end() && e->remaining() == 0) ++e;  // skips positions: at most one per walk
    return e;
  }

  static constexpr std::chrono::milliseconds soon{1};

  std::mutex lock_;  // held only for short sections
  list list_;
  std::size_t amount_ = 1;
  std::chrono::steady_clock::time_point last_request_{};
};

/// The argument of a lazy task.
template <class Node>
struct lazy_task {
  frontier<Node>* source = nullptr;  // null: the task has left the place; `nodes` holds what it took
  std::vector<Node> nodes = {};
  std::int32_t depth = 0;
  double weight = 0;

  template <class Archive>
  void serialize(Archive& a) {
    if (source != nullptr) nodes = source->take_some(depth, weight);
    a(nodes, depth, weight);
  }
};

}  // namespace skua::search::detail
