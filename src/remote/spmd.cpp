// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rendezvous of the members of a place_set, in the order of their calls: each member waits for
// the shares of its children in a tree, sends the sum to its parent, and gets the sum of all back.
#include <skua/spmd.hpp>

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>

#include <skua/detail/base/wide_tree.hpp>
#include <skua/wire/exception.hpp>

#include "remote/node.hpp"
#include "remote/rendezvous.hpp"

namespace skua::remote {
namespace {

rendezvous_table& rendezvous_here() { return caller_node().rendezvous(); }

void add(share_of_scope& total, share_of_scope const& part, int rank, int& error_rank) {
  total.was_cancelled |= part.was_cancelled;
  total.never_started += part.never_started;
  total.ran += part.ran;
  if (!part.error.empty() && rank < error_rank) {
    total.error = part.error;
    error_rank = rank;
  }
}

/// A set in messages: no members stand for all places.
std::vector<int> short_form(place_set const& set) {
  return set.size() == places() ? std::vector<int>() : std::vector<int>(set.begin(), set.end());
}

base::wide_tree tree_of(std::vector<int> const& members) {
  if (members.empty()) return {here(), 0, places()};
  auto const rank = std::ranges::lower_bound(members, here()) - members.begin();
  return {static_cast<int>(rank), 0, static_cast<int>(members.size())};
}

int place_of(std::vector<int> const& members, int rank) {
  return members.empty() ? rank : members[static_cast<std::size_t>(rank)];
}

using entry_of_set = std::shared_ptr<rendezvous_table::entry>;

/// Adds a share to the calling place's entry.
entry_of_set contribute(rendezvous_table::key const& k, share_of_scope const& share, int error_rank) {
  auto e = rendezvous_here().at(k, tree_of(k.first).children() + 1);
  bool last;
  {
    std::lock_guard const hold(e->lock);
    add(e->total, share, error_rank, e->error_rank);
    last = --e->missing == 0;
  }
  if (last) {
    rendezvous_here().forget(k);
    e->gathered.set();
  }
  return e;
}

/// In a task for a child of this place: waits for all members.
share_of_scope arrive(std::vector<int> members, std::uint64_t round, int error_rank, share_of_scope share) {
  auto const e = contribute({std::move(members), round}, share, error_rank);
  e->complete.wait();
  if (e->error != nullptr) std::rethrow_exception(e->error);
  return e->total;
}

/// The sum of all shares, from the one of this place's subtree.
share_of_scope sum_of_all(rendezvous_table::key const& k, rendezvous_table::entry const& e) {
  auto const tree = tree_of(k.first);
  if (tree.is_root()) return e.total;
  return skua::at(place_of(k.first, tree.parent()), &arrive, k.first, k.second, e.error_rank, e.total);
}

}  // namespace

share_of_scope rendezvous(place_set const& set, share_of_scope const& share) {
  sched::place_front* const this_place = sched::place_here();
  base::check(set.contains(this_place->number),
              "a collective scope was entered at a place that is not a member of its set");
  if (this_place->total == 1) return share;
  rendezvous_table::key k{short_form(set), 0};
  k.second = rendezvous_here().next_round(k.first);
  auto const e = contribute(k, share, set.rank_of(this_place->number));
  try {
    e->gathered.wait();
    e->total = sum_of_all(k, *e);
  } catch (...) {
    e->error = std::current_exception();  // the scope around it is cancelled: the children must not wait
  }
  e->complete.set();
  if (e->error != nullptr) std::rethrow_exception(e->error);
  return e->total;
}

share_of_scope share_of(finish_result const& r) {
  return {static_cast<std::uint8_t>(r.was_cancelled), r.never_started, r.ran, {}};
}

share_of_scope share_of(std::exception_ptr const& e) {
  wire::writer w;
  wire::encode_exception(w, e, here());
  return {1, 0, 0, std::vector<std::byte>(w.view().begin(), w.view().end())};
}

finish_result result_of(share_of_scope const& total) {
  if (!total.error.empty()) {
    wire::reader reader(total.error);
    std::rethrow_exception(wire::decode_exception(reader));
  }
  return {total.was_cancelled != 0, total.never_started, total.ran};
}

}  // namespace skua::remote
