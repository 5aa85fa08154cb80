// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rendezvous of the members of a place_set: at the set's first place, in the order of their
// calls.
#include <skua/spmd.hpp>

#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>

#include <skua/wire/exception.hpp>

#include "remote/node.hpp"
#include "remote/rendezvous.hpp"

namespace skua {
namespace remote {
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

std::shared_ptr<rendezvous_table::entry> rendezvous_table::at(key const& k) {
  std::lock_guard const hold(lock_);
  auto& m = open_[k];
  if (m == nullptr) m = std::make_shared<entry>();
  return m;
}

void rendezvous_table::forget(key const& k) {
  std::lock_guard const hold(lock_);
  open_.erase(k);
}

std::uint64_t rendezvous_table::next_round(std::vector<int> const& members) {
  std::lock_guard const hold(lock_);
  return ++rounds_[members];
}

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

}  // namespace remote

namespace {
transport::endpoint const* end_here() {
  auto const* const p = static_cast<sched::place const*>(sched::place_here());
  return p->remote != nullptr ? &static_cast<remote::node const*>(p->remote)->end() : nullptr;
}
}  // namespace

place_set place_set::all() {
  std::vector<int> members(static_cast<std::size_t>(places()));
  for (int p = 0; p < places(); ++p) members[static_cast<std::size_t>(p)] = p;
  return place_set(std::move(members));
}

place_set place_set::host() {
  transport::endpoint const* const e = end_here();
  std::vector<int> members;
  for (int p = 0; p < places(); ++p) {
    if (e == nullptr || p == e->here() || e->same_host(p)) members.push_back(p);
  }
  return place_set(std::move(members));
}

place_set place_set::neighbours(int n) {
  transport::endpoint const* const e = end_here();
  int const me = here();
  place_set const all_places = all();
  std::vector<int> by_distance(all_places.begin(), all_places.end());
  std::sort(by_distance.begin(), by_distance.end(), [&](int a, int b) {
    auto const distance = [&](int p) {
      return std::pair(e != nullptr && p != me && !e->same_host(p), std::pair(std::abs(p - me), p));
    };
    return distance(a) < distance(b);
  });
  std::size_t const members = n < 0 ? 1 : static_cast<std::size_t>(n) + 1;
  if (members < by_distance.size()) by_distance.resize(members);
  return place_set(std::move(by_distance));
}

}  // namespace skua
