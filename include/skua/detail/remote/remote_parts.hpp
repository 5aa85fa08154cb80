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

#include <cstddef>
#include <cstdint>
#include <vector>

#include <skua/detail/base/atomic.hpp>
#include <skua/detail/core/scope_object.hpp>
#include <skua/wire/wire.hpp>

namespace skua::remote {

/// Writes the calling place's own part; no bytes if this place has no replica.
void write_part_here(sched::place_front* at, std::uint64_t name, wire::writer& to);
/// At the reducer's own place: whether every value that was merged at other places before this call
/// has arrived.
[[nodiscard]] bool everything_arrived(sched::scope_object const& object) noexcept;
/// At the reducer's own place, while no task uses it: clears the parts at other places and those in
/// messages. May suspend.
void reset_remote(sched::scope_object* object);

/// What the tasks of a place have merged, encoded. Places without a replica have no part.
struct place_part {
  int place;
  std::vector<std::byte> value;
};

/// The parts of every place, or of every other place, in the order of the places. Waits for the
/// answers, even in a cancelled scope.
std::vector<place_part> gather_parts(std::uint64_t name, bool with_own);

/// The last known parts of the other places, refreshed as answers arrive.
class known_parts {
 public:
  known_parts() noexcept;
  ~known_parts();

  /// Takes the answers that have arrived, and returns the parts in the order of the places. Never
  /// waits. `asks`: also asks for the next parts; one such call at a time, and it is the first.
  std::vector<place_part> read(std::uint64_t name, sched::place_front* at, bool asks);
  /// Drops all parts, because the reducer has been reset. Any thread.
  void forget() noexcept;

 private:
  struct answers;

  base::atomic<answers*> answers_{nullptr};  // null until the first read
};

}  // namespace skua::remote
