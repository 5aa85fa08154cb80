// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the walks of a place have left to others, in the order of the sequential search.
//
// A list of turns and rests. A turn stands where its walk is; a rest is what is left of the
// children of one node, oldest first. A walk leaves rests right behind its own turn, those of lower
// levels first, so that the list stays in order. Who has nothing to do takes the first node of all,
// and its turn moves there. So no worker gets far ahead of the others, however large a part is.
//
// Who has nothing to do and no turn here is given an offer: a task that takes what is first when it
// starts, or when it leaves for another place. Until then the nodes stand in the list, so that no
// task waits with them while later ones are searched.
//
// R1 A rest is left by a walk whose task, before it ends, takes what there is: none is forgotten.
// R2 An offer that leaves its place is packed once, and gone then: what it takes is in the message.
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

#include <skua/sched/suspend.hpp>
#include <skua/search/options.hpp>

namespace skua::search::detail {

template <class Node>
class rests {
  struct entry {
    std::vector<Node> nodes;  // of a rest; empty: a turn
    std::size_t next = 0;
    std::int32_t depth = 0;
    double each = 0;

    [[nodiscard]] std::size_t left() const noexcept { return nodes.size() - next; }
  };
  using list = std::list<entry>;

 public:
  /// The turn of a walk of nodes that were in nobody's list: the first of all.
  class turn {
   public:
    explicit turn(rests& of) : of_(of), one_(1) {
      std::lock_guard const g(of.lock_);
      of.list_.splice(of.list_.begin(), one_);
      at_ = of.list_.begin();
    }
    turn(turn const&) = delete;
    turn& operator=(turn const&) = delete;
    ~turn() {
      std::lock_guard const g(of_.lock_);
      one_.splice(one_.begin(), of_.list_, at_);
    }

    void leave(std::vector<Node> nodes, std::int32_t depth, double each) {
      list made;
      made.push_back({std::move(nodes), 0, depth, each});
      std::lock_guard const g(of_.lock_);
      of_.list_.splice(std::next(at_), made);
    }
    /// Moves to the first node of all. False: there is none.
    bool take_first(std::vector<Node>& alone, std::int32_t& depth, double& weight) {
      list done;
      std::lock_guard const g(of_.lock_);
      auto const first = of_.first();
      if (first == of_.list_.end()) return false;
      depth = first->depth;
      weight = first->each;
      alone.clear();
      alone.push_back(std::move(first->nodes[first->next++]));
      of_.list_.splice(first, of_.list_, at_);
      if (first->left() == 0) done.splice(done.begin(), of_.list_, first);
      return true;
    }

   private:
    rests& of_;
    list one_;
    typename list::iterator at_;
  };

  [[nodiscard]] bool empty() {
    std::lock_guard const g(lock_);
    return first() == list_.end();
  }
  /// Takes the first nodes for somebody who asks: one, or if that was asked for a moment ago,
  /// because so little did not take long, twice as many as then, but not more than half of the
  /// first rest. Empty: there is none.
  std::vector<Node> take_some(std::int32_t& depth, double& weight) {
    auto const now = sched::now_here();
    std::vector<Node> taken;
    list done;
    std::lock_guard const g(lock_);
    auto const from = first();
    if (from == list_.end()) return taken;
    amount_ = now - std::exchange(asked_at_, now) < soon ? 2 * amount_ : std::max<std::size_t>(1, amount_ / 2);
    std::size_t const n = amount_ = std::min(amount_, (from->left() + 1) / 2);
    auto const begin = from->nodes.begin() + static_cast<std::ptrdiff_t>(from->next);
    taken.assign(std::make_move_iterator(begin), std::make_move_iterator(begin + static_cast<std::ptrdiff_t>(n)));
    from->next += n;
    depth = from->depth;
    weight = from->each * static_cast<double>(n);
    if (from->left() == 0) done.splice(done.begin(), list_, from);
    return taken;
  }
  /// Takes everything: keep(open_node).
  template <class Keep>
  void take_all(Keep&& keep) {
    list all;
    {
      std::lock_guard const g(lock_);
      for (auto at = list_.begin(); at != list_.end();) {
        auto const here = at++;
        if (here->left() != 0) all.splice(all.end(), list_, here);
      }
    }
    for (entry& e : all) {
      for (; e.left() != 0; ++e.next) keep(open_node<Node>{std::move(e.nodes[e.next]), e.depth, e.each});
    }
  }

 private:
  typename list::iterator first() noexcept {
    auto at = list_.begin();
    while (at != list_.end() && at->left() == 0) ++at;  // turns: as many as walks
    return at;
  }

  static constexpr std::chrono::milliseconds soon{1};

  std::mutex lock_;  // held for moments
  list list_;
  std::size_t amount_ = 1;
  std::chrono::steady_clock::time_point asked_at_{};
};

/// The argument of a task for somebody hungry.
template <class Node>
struct offer {
  rests<Node>* from = nullptr;  // null: it has left that place
  std::vector<Node> nodes = {};
  std::int32_t depth = 0;
  double weight = 0;

  template <class Archive>
  void serialize(Archive& a) {
    if (from != nullptr) nodes = from->take_some(depth, weight);
    a(nodes, depth, weight);
  }
};

}  // namespace skua::search::detail
