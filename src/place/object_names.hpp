// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replicas at this place of objects that belong to scopes of other places: what was merged into
// reducers, place_locals.
//
// Invariants: O1 what tasks of a proxy merge lies in replicas of its own and leaves with its
// "done", so nothing is read while somebody may still change it. O2 what left is kept in a replica
// of the past (context `past`), so a part counts what was merged here, wherever it is by now. O3 an
// object whose name went to other places is destroyed when each of them has forgotten it, so a name
// means one object only. O4 before a task uses a reducer of a place h, either its scope is one of h
// (of place 0: one that no post opened elsewhere), or h is place 0 and a scope of h is around it,
// or h has noted that the reducer is used apart (owned::used_apart). O5 a contribution carries the
// generation of its replica, and one of an older generation is dropped, so a reset also empties
// what is on its way.
// O6 parts of a reducer that is used apart (in a scope outside its own) stay where they were
// merged: such a scope may end after the reducer's own, when nothing is there to take them.
// Any thread; one lock, a leaf.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include <skua/sched/far_parts.hpp>
#include <skua/sched/object_name.hpp>

#include "place/scope_tree.hpp"

namespace skua::remote {

class call_table;

class object_names final : public contributions {
 public:
  object_names(sched::place& p, sender& out, call_table& calls) : place_(p), out_(out), calls_(calls) {}
  ~object_names();

  /// Before a task in that context finds the replica of a reducer: tells the reducer's place what
  /// it has to know (O4), and waits for the answer.
  void before_use(std::uint64_t name, std::uint64_t context);
  /// The replica for a name under a context; waits for its description if it needs one.
  sched::owned* find(std::uint64_t name, std::uint64_t context, sched::replica_kind const& kind);

  void pack(std::uint64_t serial, wire::writer& to) override;
  void merge(wire::reader& from, std::uint64_t context) override;

  void on_describe(int from, std::span<std::byte const> message);
  void on_ask_part(int from, std::span<std::byte const> message);
  void on_use(int from, std::span<std::byte const> message);
  void on_reset(int from, std::span<std::byte const> message);
  void on_retire(int from, std::span<std::byte const> message);
  void on_retired(std::span<std::byte const> message);

  void ask_part(int place, std::uint64_t name, sched::future_state* p, sched::accept_part accept);
  /// What was merged at this place, whatever the scope; nothing if the name is not known here.
  void write_part(std::uint64_t name, wire::writer& to);
  /// A reducer of this place starts afresh: nothing merged elsewhere before counts any more. Waits
  /// for all places.
  void reset(sched::owned* object);
  /// The scope of an object of this place has ended.
  void retire(sched::owned* object) noexcept;

  /// For tests: replicas of objects of other places here, and objects of ours that others have yet
  /// to forget.
  struct census {
    std::size_t replicas = 0, leaving = 0;
  };
  [[nodiscard]] census count() {
    std::lock_guard const hold(lock_);
    return {replicas_.size() + descriptions_.size() + being_made_.size(), leaving_.size()};
  }

 private:
  using key = std::pair<std::uint64_t, std::uint64_t>;  // name, context
  // What the place of a reducer has been told of its use here, and has answered.
  static constexpr std::uint8_t use_is_known = 1, use_is_apart = 2;
  static constexpr std::uint64_t past = ~std::uint64_t{0};
  struct replica {
    std::unique_ptr<sched::owned> object;
    sched::replica_kind const* kind;
  };
  struct leaving {
    std::unique_ptr<sched::owned> object;
    int answers;
  };

  sched::owned* insert(key const& k, sched::replica_kind const& kind, std::unique_ptr<sched::owned> made);
  std::vector<std::byte> description_of(std::uint64_t name);
  [[nodiscard]] std::uint8_t to_be_told(int home, std::uint64_t context);
  [[nodiscard]] std::uint32_t generation_of(std::uint64_t name) const;
  [[nodiscard]] std::span<std::byte const> known_description(std::uint64_t name) const;
  std::unique_ptr<sched::owned> make_locked(std::uint64_t name, sched::replica_kind const& kind);
  sched::owned* make_past(std::uint64_t name, replica const& of);
  void merge_one(std::uint64_t name, std::uint64_t context, sched::replica_kind const& kind,
                 std::span<std::byte const> bytes);

  sched::place& place_;
  sender& out_;
  call_table& calls_;
  std::mutex lock_;
  std::map<key, replica> replicas_;
  std::unordered_map<std::uint64_t, std::vector<std::byte>> descriptions_;
  std::unordered_map<std::uint64_t, std::uint32_t> generations_;  // of names that have been reset
  std::unordered_map<std::uint64_t, std::uint8_t> told_;          // what the places of names know of their use here
  std::map<key, std::shared_ptr<sched::completion>> being_made_;
  std::vector<leaving> leaving_;
};

}  // namespace skua::remote
