// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rendezvous of the members of a place_set: at the set's first place, in the order of their
// calls.
#include <skua/spmd.hpp>

#include <map>
#include <memory>
#include <mutex>

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

/// At the root, in a task for one member: waits for all members.
share_of_scope arrive(std::vector<int> members, std::uint64_t round, int rank, share_of_scope part) {
  auto const m = rendezvous_here().at({members, round});
  bool last;
  {
    std::lock_guard const hold(m->lock);
    add(m->total, part, rank, m->error_rank);
    last = ++m->arrived == static_cast<int>(members.size());
  }
  if (last) {
    rendezvous_here().forget({members, round});
    m->complete.set();
  } else {
    m->complete.wait();
  }
  return m->total;
}

}  // namespace

share_of_scope rendezvous(place_set const& set, share_of_scope const& share) {
  sched::place_front* const this_place = sched::place_here();
  base::check(set.contains(this_place->number),
              "a collective scope was entered at a place that is not a member of its set");
  if (this_place->total == 1) return share;
  std::vector<int> const members(set.begin(), set.end());
  std::uint64_t const round = rendezvous_here().next_round(members);
  return skua::at(set.root(), &arrive, members, round, set.rank_of(this_place->number), share);
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
