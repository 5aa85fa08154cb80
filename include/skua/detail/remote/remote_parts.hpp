// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of a reducer at other places. Each place counts what its own tasks have merged, even
// after it has sent the values away, so a sum over places counts no value twice.
//
// Proof that a read (`get`) contains every addition that happened before it, exactly once. An
// addition changes a partial of a replica at the place q where its task runs. A read at the
// reducer's place h works in one of two ways:
//   Asked. The sum of h's own partials and of the answers of all other places. The answer of q
//     covers all replicas of the name and all values that they have sent away. A value moves from
//     one to the other under the lock under which the answer is made (NAMES-2). So the answer
//     contains each addition made at q before the request arrived, once, wherever the value is now.
//     The request arrives after the addition, because the addition happened before the read. Values
//     that have arrived at h from q are not in this sum.
//   Arrived. The sum of h's own partials and of the values that have arrived, without a request.
//     It requires that `used_untracked` is false and place::lent_tokens is 0. Consider an addition
//     at q in the proxy of a scope T. `used_untracked` is false, so T or a scope around T is a
//     scope of h (NAMES-4: otherwise h would have noted it before the addition). That scope had a
//     proxy when the addition was made, so lent was not 0 then, and stays above 0 until the "done"
//     message with the addition is merged (TREE-1, TREE-6). lent never falls below the weight still
//     out, and the reader sees all that was lent before the addition. So the 0 that it reads was
//     written after the merge, and the reader sees the merge (edge LENT).
// At other places than h a read always asks. `+=` is not affected. A read is free after a `finish`.
// While tasks of h's scopes are at other places, it costs one round trip to all places at once.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/sched/scope_object.hpp>
#include <skua/detail/sched/self.hpp>
#include <skua/detail/sched/suspend.hpp>
#include <skua/future.hpp>
#include <skua/wire/wire.hpp>

namespace skua::remote {

using accept_part = void (*)(sched::future_state*, wire::reader&);
/// Asks a place for its part, which completes the state.
void ask_part(sched::place_front* at, int place, std::uint64_t name, sched::future_state* p, accept_part accept);
/// Writes the calling place's own part; no bytes if this place has no replica.
void write_part_here(sched::place_front* at, std::uint64_t name, wire::writer& to);
/// At the reducer's own place: whether every value that was merged at other places before this call
/// has arrived.
[[nodiscard]] bool everything_arrived(sched::scope_object const& object) noexcept;
/// At the reducer's own place, while no task uses it: clears the parts at other places and those in
/// messages. May suspend.
void reset_remote(sched::scope_object* object);

/// Asks a place for its part; empty if that place has no replica.
template <class T>
future<std::optional<T>> remote_part(sched::place_front* at, int place, std::uint64_t name) {
  auto* const p = sched::promise_state<std::optional<T>>::make();
  auto result = future<std::optional<T>>::adopt(p);
  ask_part(at, place, name, p, [](sched::future_state* state, wire::reader& input) {
    auto* const v = static_cast<sched::future_value<std::optional<T>>*>(state);
    if (input.remaining() == 0) {
      v->emplace();
    } else {
      v->emplace(wire::decode<T>(input));
    }
  });
  return result;
}

/// Calls f(part) for the part of every place but `excluded`. Waits for the answers, even in a
/// cancelled scope.
template <class T, class F>
void for_each_remote_part(std::uint64_t name, int excluded, F const& f) {
  sched::place_front* const this_place = sched::place_here();
  if (this_place->total == 1) return;
  std::vector<future<std::optional<T>>> parts;
  for (int q = 0; q < this_place->total; ++q) {
    if (q != excluded) parts.push_back(remote_part<T>(this_place, q, name));
  }
  for (auto& part : parts) {
    sched::future_state* const p = sched::handle_access::state(part);
    sched::wait_done_firmly(p->ready, "the part of a reducer at another place", p);
    if (std::optional<T> const x = part.get()) f(*x);
  }
}

/// The last known parts of the other places, refreshed as answers arrive. Never waits. One thread
/// at a time.
template <class T>
class remote_parts {
 public:
  template <class F>
  void refresh(std::uint64_t name, sched::place_front* at, F const& f) {
    if (at->total == 1) return;
    if (forget_.exchange(false, std::memory_order_acquire)) {  // sync: FORGET <- forget
      requests_.clear();
      parts_.clear();
    }
    requests_.resize(static_cast<std::size_t>(at->total));
    parts_.resize(requests_.size());
    for (int q = 0; q < at->total; ++q) {
      if (q == at->number) continue;
      auto const i = static_cast<std::size_t>(q);
      if (requests_[i].valid() && requests_[i].is_ready()) parts_[i] = requests_[i].get();
      if (!requests_[i].valid()) requests_[i] = remote_part<T>(at, q, name);
      if (parts_[i]) f(*parts_[i]);
    }
  }
  /// Drops all parts, because the reducer has been reset. Any thread.
  void forget() noexcept { forget_.store(true, std::memory_order_release); }  // sync: FORGET -> refresh

 private:
  base::atomic<bool> forget_{false};
  std::vector<future<std::optional<T>>> requests_;
  std::vector<std::optional<T>> parts_;
};

}  // namespace skua::remote
