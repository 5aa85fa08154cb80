// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rendezvous of the members of a place_set, in the order of their calls. The shares of a place
// and of its children in a tree of the members are added up there, the sum goes to the parent, and
// the sum of all comes back down. Posts carry the sums, not the waiting members: a member whose
// scope is cancelled may leave, and the other members still get its share and those below it.
#include <skua/spmd.hpp>

#include <algorithm>
#include <mutex>
#include <type_traits>
#include <utility>

#include <skua/detail/base/wide_tree.hpp>
#include <skua/detail/remote/remote_task.hpp>
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

/// Posts a call to another place, where a cancellation does not keep it from running.
template <class... Args>
void post_shielded(int to, void (*function)(Args...), std::type_identity_t<Args> const&... args) {
  using call = posted_call<std::decay_t<decltype(sched::bind_call(function, args...))>>;
  task_list list;
  list.add(caller_place(), call{sched::bind_call(function, args...)}, sched::slot_shielded);
  send_post(to, list);
}

/// The sum of all members has come to this place: passes it on to the subtree.
void deliver(std::vector<int> members, std::uint64_t round, share_of_scope total) {
  auto const tree = tree_of(members);
  for (int i = 0; i < tree.children(); ++i)
    post_shielded(place_of(members, tree.child(i)), &deliver, members, round, total);
  auto const entry = rendezvous_here().take({std::move(members), round});
  entry->total = std::move(total);
  entry->complete.set();
}

/// Adds a share to the calling place's entry. The last share passes the sum of the subtree on.
void contribute(std::vector<int> members, std::uint64_t round, int error_rank, share_of_scope share) {
  auto const tree = tree_of(members);
  rendezvous_table::key const key{std::move(members), round};
  auto const entry = rendezvous_here().at(key, tree.children() + 1);
  {
    std::lock_guard const hold(entry->lock);
    add(entry->total, share, error_rank, entry->error_rank);
    if (--entry->missing != 0) return;
  }
  if (tree.is_root()) return deliver(key.first, key.second, entry->total);
  post_shielded(place_of(key.first, tree.parent()), &contribute, key.first, key.second, entry->error_rank,
                entry->total);
}

}  // namespace

share_of_scope rendezvous(place_set const& set, share_of_scope const& share) {
  sched::place_front* const this_place = sched::place_here();
  base::check(set.contains(this_place->number),
              "a collective scope was entered at a place that is not a member of its set");
  if (this_place->total == 1) return share;
  rendezvous_table::key key{short_form(set), 0};
  key.second = rendezvous_here().next_round(key.first);
  auto const entry = rendezvous_here().at(key, tree_of(key.first).children() + 1);
  contribute(key.first, key.second, set.rank_of(this_place->number), share);
  entry->complete.wait();
  return entry->total;
}

share_of_scope share_of(finish_result const& result) {
  return {static_cast<std::uint8_t>(result.was_cancelled), result.never_started, result.ran, {}};
}

share_of_scope share_of(std::exception_ptr const& exception) {
  wire::writer writer;
  wire::encode_exception(writer, exception, here());
  return {1, 0, 0, std::vector<std::byte>(writer.view().begin(), writer.view().end())};
}

finish_result result_of(share_of_scope const& total) {
  if (!total.error.empty()) {
    wire::reader reader(total.error);
    std::rethrow_exception(wire::decode_exception(reader));
  }
  return {total.was_cancelled != 0, total.never_started, total.ran};
}

}  // namespace skua::remote
