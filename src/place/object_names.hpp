// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replicas at this place of objects that belong to scopes of other places: what was merged into reducers, place_locals.
//
// Invariants: O1 what tasks of a proxy merge lies in replicas of its own and leaves with its "done", so nothing is read while
// somebody may still change it. O2 what left is kept in a replica of the past (context `past`), so a part counts
// what was merged here, wherever it is by now. O3 an object whose name went to other places is destroyed when each of them
// has forgotten it, so a name means one object only.
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

  /// The replica for a name under a context; waits for its description if it needs one.
  sched::owned* find(std::uint64_t name, std::uint64_t context, sched::replica_kind const& kind);

  void pack(std::uint64_t serial, wire::writer& to) override;
  void merge(wire::reader& from, std::uint64_t context) override;

  void on_describe(int from, std::span<std::byte const> message);
  void on_ask_part(int from, std::span<std::byte const> message);
  void on_contribution(std::span<std::byte const> message);
  void on_retire(int from, std::span<std::byte const> message);
  void on_retired(std::span<std::byte const> message);

  void ask_part(int place, std::uint64_t name, sched::future_state* p, sched::accept_part accept);
  /// The scope of an object of this place has ended.
  void retire(sched::owned* object) noexcept;

  /// For tests: replicas of objects of other places here, and objects of ours that others have yet to forget.
  struct census {
    std::size_t replicas = 0, leaving = 0;
  };
  [[nodiscard]] census count() {
    std::lock_guard const hold(lock_);
    return {replicas_.size() + descriptions_.size() + being_made_.size(), leaving_.size()};
  }

 private:
  using key = std::pair<std::uint64_t, std::uint64_t>;  // name, context
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
  sched::owned* make_past(std::uint64_t name, replica const& of);
  void merge_one(std::uint64_t name, std::uint64_t context, sched::replica_kind const& kind, std::span<std::byte const> bytes);

  sched::place& place_;
  sender& out_;
  call_table& calls_;
  std::mutex lock_;
  std::map<key, replica> replicas_;
  std::unordered_map<std::uint64_t, std::vector<std::byte>> descriptions_;
  std::map<key, std::shared_ptr<sched::completion>> being_made_;
  std::vector<leaving> leaving_;
};

}  // namespace skua::remote
