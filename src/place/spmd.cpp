// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the members of a place_set meet: at the set's first place, in the order of their calls.
#include <skua/spmd.hpp>

#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>

#include <skua/wire/exception.hpp>

#include "place/meetings.hpp"
#include "place/node.hpp"

namespace skua {
namespace remote {
namespace {

meetings& meetings_here() { return caller_node().meeting_place(); }

void add(share_of_scope& total, share_of_scope const& part, int rank, int& error_rank) {
  total.was_cancelled |= part.was_cancelled;
  total.never_started += part.never_started;
  total.ran += part.ran;
  if (!part.error.empty() && rank < error_rank) {
    total.error = part.error;
    error_rank = rank;
  }
}

/// At the root: one member has come.
share_of_scope arrive(std::vector<int> members, std::uint64_t round, int rank, share_of_scope part) {
  auto const m = meetings_here().at({members, round});
  bool last;
  {
    std::lock_guard const hold(m->lock);
    add(m->total, part, rank, m->error_rank);
    last = ++m->arrived == static_cast<int>(members.size());
  }
  if (last) {
    meetings_here().forget({members, round});
    m->complete.set();
  } else {
    m->complete.wait();
  }
  return m->total;
}

}  // namespace

std::shared_ptr<meetings::meeting> meetings::at(key const& k) {
  std::lock_guard const hold(lock_);
  auto& m = open_[k];
  if (m == nullptr) m = std::make_shared<meeting>();
  return m;
}

void meetings::forget(key const& k) {
  std::lock_guard const hold(lock_);
  open_.erase(k);
}

std::uint64_t meetings::next_round(std::vector<int> const& members) {
  std::lock_guard const hold(lock_);
  return ++rounds_[members];
}

share_of_scope meet(place_set const& all, share_of_scope const& mine) {
  sched::place_front* const at = sched::place_here();
  base::check(all.contains(at->number), "a collective scope was entered at a place that is not a member of its set");
  if (at->total == 1) return mine;
  std::vector<int> const members(all.begin(), all.end());
  std::uint64_t const round = meetings_here().next_round(members);
  return skua::at(all.root(), &arrive, members, round, all.rank_of(at->number), mine);
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
    wire::reader in(total.error);
    std::rethrow_exception(wire::decode_exception(in));
  }
  return {total.was_cancelled != 0, total.never_started, total.ran};
}

}  // namespace remote

namespace {
transport::endpoint const* end_here() {
  auto const* const p = static_cast<sched::place const*>(sched::place_here());
  return p->far != nullptr ? &static_cast<remote::node const*>(p->far)->end() : nullptr;
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
    if (e == nullptr || p == e->here() || e->near(p)) members.push_back(p);
  }
  return place_set(std::move(members));
}

place_set place_set::neighbours(int n) {
  transport::endpoint const* const e = end_here();
  int const me = here();
  place_set const every = all();
  std::vector<int> by_distance(every.begin(), every.end());
  std::sort(by_distance.begin(), by_distance.end(), [&](int a, int b) {
    auto const distance = [&](int p) {
      return std::pair(e != nullptr && p != me && !e->near(p), std::pair(std::abs(p - me), p));
    };
    return distance(a) < distance(b);
  });
  std::size_t const wanted = n < 0 ? 1 : static_cast<std::size_t>(n) + 1;
  if (wanted < by_distance.size()) by_distance.resize(wanted);
  return place_set(std::move(by_distance));
}

}  // namespace skua
