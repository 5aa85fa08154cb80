// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of a reducer at other places. Each place counts what its own tasks have merged, even
// after it has sent the values away, so a sum over places counts no value twice.
//
// Proof that a read (`get`) contains every addition that happened before it, exactly once. An
// addition changes a partial of a replica at the place q where its task runs. A read at the
// reducer's place h works in one of two ways:
//   Asked. The sum of h's own partials and of the parts of all other places. Requests go down a
//     tree of places (base/wide_tree.hpp), and parts come back up it. The part of q covers all
//     replicas of the name and all values that they have sent away. A value moves from one to the
//     other under the lock under which the part is made (NAMES-2). So the part contains each
//     addition made at q before the request arrived, once, wherever the value is now. The request
//     arrives after the addition, because the addition happened before the read. Values that have
//     arrived at h from q are not in this sum.
//   Arrived. The sum of h's own partials and of the values that have arrived, without a request.
//     It requires that `used_untracked` is false and place::lent_tokens is 0. Consider an addition
//     at q in the proxy of a scope T. `used_untracked` is false, so T or a scope around T is a
//     scope of h (NAMES-4: otherwise h would have noted it before the addition). That scope had a
//     proxy when the addition was made. So lent_tokens was not 0 then, and stays above 0 until the
//     "done" message with the addition is merged (TREE-1, TREE-6). It never falls below the weight
//     still out, and the reader sees all that was lent before the addition. So the 0 that it reads
//     was written after the merge, and the reader sees the merge (edge LENT-TOKENS).
// At other places than h a read always asks. `+=` is not affected. A read is free after a `finish`.
// While tasks of h's scopes are at other places, it costs one round trip to all places at once
// (with more than 17 places: one for each level of the tree).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/base/wide_tree.hpp>
#include <skua/detail/sched/packing_section.hpp>
#include <skua/detail/sched/scope_object.hpp>
#include <skua/detail/sched/self.hpp>
#include <skua/detail/sched/suspend.hpp>
#include <skua/future.hpp>
#include <skua/wire/wire.hpp>

namespace skua::remote {

using accept_parts = void (*)(sched::future_state*, wire::reader&);
/// Asks a child in the tree whose root is the calling place for the parts of its subtree, which
/// complete the state.
void ask_parts(sched::place_front* at, int child, std::uint64_t name, sched::future_state* p, accept_parts accept);
/// Writes the calling place's own part; no bytes if this place has no replica.
void write_part_here(sched::place_front* at, std::uint64_t name, wire::writer& to);
/// At the reducer's own place: whether every value that was merged at other places before this call
/// has arrived.
[[nodiscard]] bool everything_arrived(sched::scope_object const& object) noexcept;
/// At the reducer's own place, while no task uses it: clears the parts at other places and those in
/// messages. May suspend.
void reset_remote(sched::scope_object* object);

/// Parts of some places, each with the number of its place.
template <class T>
using parts_of_places = std::vector<std::pair<int, T>>;

/// Asks a child for the parts of its subtree. Places without a replica have none.
template <class T>
future<parts_of_places<T>> subtree_parts(sched::place_front* at, int child, std::uint64_t name) {
  auto* const p = sched::promise_state<parts_of_places<T>>::make();
  auto result = future<parts_of_places<T>>::adopt(p);
  ask_parts(at, child, name, p, [](sched::future_state* state, wire::reader& input) {
    parts_of_places<T> parts;
    while (input.remaining() != 0) {
      int const place = input.get<int>();
      wire::reader part(input.take(static_cast<std::size_t>(input.get<std::uint64_t>())));
      parts.emplace_back(place, sched::decode_timed<T>(part));
    }
    static_cast<sched::future_value<parts_of_places<T>>*>(state)->emplace(std::move(parts));
  });
  return result;
}

/// Calls f(part) for the part of every place, or of every other place, in the order of the places.
/// Waits for the answers, even in a cancelled scope.
template <class T, class F>
void for_each_part(std::uint64_t name, bool with_own, F const& f) {
  sched::place_front* const this_place = sched::place_here();
  parts_of_places<T> parts;
  if (with_own) {
    wire::writer own;
    write_part_here(this_place, name, own);
    wire::reader input(own.view());
    if (input.remaining() != 0) parts.emplace_back(this_place->number, sched::decode_timed<T>(input));
  }
  base::wide_tree const tree(this_place->number, this_place->number, this_place->total);
  std::vector<future<parts_of_places<T>>> answers;
  for (int i = 0; i < tree.children(); ++i) answers.push_back(subtree_parts<T>(this_place, tree.child(i), name));
  for (auto& answer : answers) {
    sched::future_state* const p = sched::handle_access::state(answer);
    sched::wait_done_firmly(p->ready, "the parts of a reducer at other places", p);
    std::ranges::move(answer.get(), std::back_inserter(parts));
  }
  std::vector<std::pair<int, T> const*> in_order;
  for (auto const& part : parts) in_order.push_back(&part);
  std::ranges::sort(in_order, {}, [](auto const* part) { return part->first; });
  for (auto const* part : in_order) f(part->second);
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
    base::wide_tree const tree(at->number, at->number, at->total);
    requests_.resize(static_cast<std::size_t>(tree.children()));
    parts_.resize(static_cast<std::size_t>(at->total));
    for (std::size_t i = 0; i < requests_.size(); ++i) {
      if (requests_[i].valid() && requests_[i].is_ready()) {
        for (auto& [place, part] : requests_[i].get()) parts_[static_cast<std::size_t>(place)] = std::move(part);
      }
      if (!requests_[i].valid()) requests_[i] = subtree_parts<T>(at, tree.child(static_cast<int>(i)), name);
    }
    for (auto const& part : parts_) {
      if (part) f(*part);
    }
  }
  /// Drops all parts, because the reducer has been reset. Any thread.
  void forget() noexcept { forget_.store(true, std::memory_order_release); }  // sync: FORGET -> refresh

 private:
  base::atomic<bool> forget_{false};
  std::vector<future<parts_of_places<T>>> requests_;  // by child in the tree whose root is this place
  std::vector<std::optional<T>> parts_;               // by place
};

}  // namespace skua::remote
