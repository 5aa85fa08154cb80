// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a reducer has got at other places so far. Each place keeps count of what its own tasks
// merged, however often that has moved on since, so a sum over places counts nothing twice.
//
// Why a read (`get`) holds every addition that happened before it, and each once. An addition
// changes a partial of a replica at the place q where its task runs. There are two ways to read at
// the reducer's place h, and a read takes one of them:
//   Asked. The sum of h's own partials and of what each other place answers. The answer of q covers
//     all replicas of the name and what they have sent away, which moves from one to the other
//     under the lock under which the answer is made (O2). So it has each addition made at q before
//     the question came, once, wherever it is by now. The question comes after the addition,
//     because the addition happened before the read. What has arrived at h from q is not in this
//     sum.
//   Arrived. The sum of h's own partials and of what has arrived, without a question: if
//     `used_apart` is false and place::lent is 0. Take an addition at q in the proxy of a scope T.
//     `used_apart` is false, so T or a scope around T is a scope of h itself (O4: else h would have
//     noted it before the addition). That scope had a proxy when the addition was made, so lent was
//     not 0 then, and stays so until the "done" that brings the addition is merged (D1, D6). lent
//     never falls below what is still out, and the reader sees all that was lent before the
//     addition; so the 0 that it reads was written after the merge, and the reader sees the merge
//     (edge LENT).
// At other places than h a read always asks. `+=` knows nothing of all this. A read costs nothing
// after a `finish`, and one round trip to all places (the longest of them, since all are asked at
// once) while tasks of h's scopes are elsewhere.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <skua/base/atomic.hpp>
#include <skua/future.hpp>
#include <skua/sched/owned.hpp>
#include <skua/sched/self.hpp>
#include <skua/sched/suspend.hpp>
#include <skua/wire/wire.hpp>

namespace skua::sched {

using accept_part = void (*)(future_state*, wire::reader&);
/// Asks a place for its part; the state gets it.
void ask_part(place_front* at, int place, std::uint64_t name, future_state* p, accept_part accept);
/// Writes the calling place's own part; nothing if nothing of it is known here.
void write_part_here(place_front* at, std::uint64_t name, wire::writer& to);
/// At the reducer's own place: what happened before this call and was merged elsewhere has arrived
/// here.
[[nodiscard]] bool everything_arrived(owned const& object) noexcept;
/// At the reducer's own place, while no task uses it: empties what other places have, and what is
/// on its way. May suspend.
void reset_elsewhere(owned* object);

/// Empty if nothing of it is known there.
template <class T>
future<std::optional<T>> far_part(place_front* at, int place, std::uint64_t name) {
  auto* const p = promise_state<std::optional<T>>::make();
  auto result = future<std::optional<T>>::adopt(p);
  ask_part(at, place, name, p, [](future_state* to, wire::reader& in) {
    auto* const v = static_cast<future_value<std::optional<T>>*>(to);
    if (in.left() == 0) {
      v->emplace();
    } else {
      v->emplace(wire::decode<T>(in));
    }
  });
  return result;
}

/// Calls f(part) for every place but `without`; waits for them, also in a cancelled scope.
template <class T, class F>
void for_each_far_part(std::uint64_t name, int without, F const& f) {
  place_front* const at = place_here();
  if (at->total == 1) return;
  std::vector<future<std::optional<T>>> parts;
  for (int q = 0; q < at->total; ++q) {
    if (q != without) parts.push_back(far_part<T>(at, q, name));
  }
  for (auto& part : parts) {
    future_state* const p = handle_access::state(part);
    wait_done_firmly(p->ready, "the part of a reducer at another place", p);
    if (std::optional<T> const x = part.get()) f(*x);
  }
}

/// The others' parts, refreshed as answers come; never waits. By one thread at a time.
template <class T>
class far_parts {
 public:
  template <class F>
  void refresh(std::uint64_t name, place_front* at, F const& f) {
    if (at->total == 1) return;
    if (forget_.exchange(false, std::memory_order_acquire)) {  // sync: FORGET <- forget
      asked_.clear();
      known_.clear();
    }
    asked_.resize(static_cast<std::size_t>(at->total));
    known_.resize(asked_.size());
    for (int q = 0; q < at->total; ++q) {
      if (q == at->number) continue;
      auto const i = static_cast<std::size_t>(q);
      if (asked_[i].valid() && asked_[i].is_ready()) known_[i] = asked_[i].get();
      if (!asked_[i].valid()) asked_[i] = far_part<T>(at, q, name);
      if (known_[i]) f(*known_[i]);
    }
  }
  /// The reducer has been reset; any thread.
  void forget() noexcept { forget_.store(true, std::memory_order_release); }  // sync: FORGET -> refresh

 private:
  base::atomic<bool> forget_{false};
  std::vector<future<std::optional<T>>> asked_;
  std::vector<std::optional<T>> known_;
};

}  // namespace skua::sched
