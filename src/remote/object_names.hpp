// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replicas at this place of objects that belong to scopes of other places: what was merged into
// reducers, place_locals.
//
// Invariants
//   NAMES-1  The values that tasks of a proxy merge lie in the proxy's replicas and leave with its
//   "done", so nothing is read while a task may still change it.
//   NAMES-2  Values that have left are kept in a replica of the past (context `past`), so a part
//   counts everything that was merged here, wherever it is by now.
//   NAMES-3  An object whose name went to other places is destroyed when each of them has forgotten
//     it, so a name means one object only.
//   NAMES-4  A task uses a reducer of a place h only in one of three cases. Its scope is one of h;
//     or h is place 0 and a scope of h is around it; or h has noted that the reducer is used apart
//     (scope_object::used_untracked).
//   NAMES-5  A contribution carries the generation of its replica, and one of an older generation
//     is dropped, so a reset also empties what is on its way.
//   NAMES-6  Parts of a reducer that is used apart stay where they were merged, because nothing
//     says when the last one has arrived.
//   NAMES-7  A contribution may arrive after the end of its reducer, because the task that merged
//     it need not belong to the reducer's scope: it may have got the handle in a message. A reducer
//     that ends while place::lent_tokens is not 0 is therefore kept until it is 0. Then its parts
//     have arrived, and every place that sent one is asked to forget its name (NAMES-3). If too
//     many reducers are kept, all places are asked at once, and parts may still be on their way.
//     Each request to forget names has a number, and each place handles the requests of another
//     place in the order of their numbers. A contribution carries the number that its replica's
//     place had reached when it made the replica. A place that forgot the name by a later request
//     drops the contribution. This holds although the name may mean a new reducer by then: every
//     place forgot the old one before.
//   NAMES-8  Requests to reset and to forget go down a tree of all places, whose root is the
//     object's place (base/wide_tree.hpp). A place passes a request on in the handler that receives
//     it, so requests arrive everywhere in the order of their numbers. It answers when it has acted
//     on the request and all its children have answered. So the root's last answer stands for all
//     places; and what a place has sent along the tree about a name before it forgot the name
//     arrives at the places above it before they answer.
//   NAMES-9  Questions for a description go up the tree of the object's place, and answers come
//     down. A place on the way asks once, keeps the answer until it forgets the name, and answers
//     the places below. The task that has asked waits, so the object lives until the answer has
//     passed all these places; and the request to forget it follows on the same edges.
// Any thread. One lock; while it is held, only the lock of the list of kinds is taken.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include <skua/detail/base/wide_tree.hpp>
#include <skua/detail/core/object_name.hpp>
#include <skua/detail/core/scope_object.hpp>
#include <skua/detail/core/wait_list.hpp>
#include <skua/detail/remote/pending_calls.hpp>

#include "remote/scope_tree.hpp"

namespace skua::remote {

class pending_calls;

/// A part of a node that keeps data under names of objects.
class name_holder {
 public:
  /// No message about these names can arrive here from the places below any more (NAMES-8). Called
  /// by handlers.
  virtual void forget(std::span<std::uint64_t const> names) = 0;

 protected:
  ~name_holder() = default;
};

class object_names final : public contributions {
 public:
  /// `holder` may be null.
  object_names(sched::place& place, sender& out, pending_calls& calls, name_holder* holder = nullptr)
      : place_(place), sender_(out), calls_(calls), holder_(holder) {}
  ~object_names();

  /// Before a task in that context finds the replica of a reducer: tells the reducer's place what
  /// it has to know (NAMES-4), and waits for the answer.
  void before_use(std::uint64_t name, std::uint64_t context);
  /// The replica for a name under a context; waits for its description if it needs one.
  sched::scope_object* find(std::uint64_t name, std::uint64_t context, sched::replica_kind const& kind);

  void pack(std::uint64_t serial, wire::writer& to) override;
  void merge(wire::reader& from, std::uint64_t context) override;
  void all_returned() noexcept override;

  void on_describe(int from, std::span<std::byte const> message);
  void on_description(std::span<std::byte const> message);
  void on_ask_parts(int from, std::span<std::byte const> message);
  void on_parts(std::span<std::byte const> message);
  void on_use(int from, std::span<std::byte const> message);
  void on_reset(int from, std::span<std::byte const> message);
  void on_retire(std::span<std::byte const> message);
  void on_retired(std::span<std::byte const> message);

  /// Asks a child of this place for the parts of its subtree, in the tree whose root is this place.
  void ask_parts(int child, std::uint64_t name, sched::future_state* state, accept_fn accept);
  /// The values merged at this place, in any scope; nothing if the name is not known here.
  void write_part(std::uint64_t name, wire::writer& to);
  /// A reducer of this place starts afresh: nothing merged elsewhere before counts any more. Waits
  /// for all places.
  void reset(sched::scope_object* object);
  /// The scope of an object of this place has ended. The object is destroyed when no other place
  /// can send anything for it any more (NAMES-3, NAMES-7).
  void retire(sched::scope_object* object) noexcept;

  /// For tests: replicas of objects of other places here, objects of this place after the end of
  /// their scopes, and those of them that no place has been asked to forget.
  struct census {
    std::size_t replicas = 0, leaving = 0, kept = 0;
  };
  [[nodiscard]] census count() {
    std::lock_guard const hold(lock_);
    return {replicas_.size() + descriptions_.size() + being_made_.size(), leaving_.size() + ended_.size(),
            ended_.size()};
  }

 private:
  using key = std::pair<std::uint64_t, std::uint64_t>;  // name, context
  // The reports to the place of a reducer about its use here, and the answers.
  static constexpr std::uint8_t use_is_known = 1, use_is_apart = 2;
  static constexpr std::uint64_t past = ~std::uint64_t{0};
  struct replica {
    std::unique_ptr<sched::scope_object> object;
    sched::replica_kind const* kind;
    std::uint64_t forgotten_through;  // NAMES-7
  };
  struct leaving {
    std::unique_ptr<sched::scope_object> object;
    int answers;
  };

  /// This place gathers the answers of its subtree for the place that has asked: parts, or none
  /// after a reset. Pollers only.
  struct gathering {
    int asker;
    std::uint64_t number_there;
    bool asker_is_root;  // then the number is that of a pending call
    int missing;         // children that have not answered
    wire::writer parts;
  };

  [[nodiscard]] base::wide_tree tree_from(int root) const { return {place_.number, root, place_.total}; }
  void pass_on(kind type, std::span<std::byte const> question, base::wide_tree const& tree, gathering gathering);
  void subtree_forgot(int home, std::span<std::byte const> message);
  void send_description(int to, std::uint64_t call, std::uint64_t name, std::span<std::byte const> answer);
  void append_part(std::uint64_t name, wire::writer& parts);
  void send_parts(gathering const& gathering);
  sched::scope_object* insert(key const& key, sched::replica_kind const& kind,
                              std::unique_ptr<sched::scope_object> object);
  std::vector<std::byte> description_of(std::uint64_t name);
  [[nodiscard]] std::uint8_t to_be_told(int home, std::uint64_t context);
  [[nodiscard]] std::uint32_t generation_of(std::uint64_t name) const;
  [[nodiscard]] std::span<std::byte const> known_description(std::uint64_t name) const;
  std::unique_ptr<sched::scope_object> make_locked(std::uint64_t name, sched::replica_kind const& kind);
  sched::scope_object* make_past(std::uint64_t name, replica const& original);
  void request_to_forget() noexcept;
  [[nodiscard]] bool is_forgotten(std::uint64_t name, std::uint64_t forgotten_through) const;
  void merge_at_home(std::uint64_t name, std::uint32_t generation, std::uint64_t forgotten_through,
                     std::span<std::byte const> bytes);

  sched::place& place_;
  sender& sender_;
  pending_calls& calls_;
  name_holder* holder_;
  std::mutex lock_;
  std::map<key, replica> replicas_;
  std::unordered_map<std::uint64_t, std::vector<std::byte>> descriptions_;
  // Places, and their calls, that wait for a description for which this place has asked.
  std::unordered_map<std::uint64_t, std::vector<std::pair<int, std::uint64_t>>> describing_;
  std::unordered_map<std::uint64_t, std::uint32_t> generations_;  // of names that have been reset
  std::unordered_map<std::uint64_t, std::uint8_t> known_uses_;    // what the places of names know of their use here
  std::map<key, std::shared_ptr<sched::completion>> being_made_;
  std::unordered_map<std::uint64_t, gathering> gatherings_;  // by number; pollers only
  std::uint64_t last_gathering_ = 0;
  // Requests of other places to forget names: how many children have not answered, by place and
  // number. Pollers only.
  std::map<std::pair<int, std::uint64_t>, int> forgetting_;
  std::vector<leaving> leaving_;  // other places have been asked to forget them
  std::vector<std::unique_ptr<sched::scope_object>>
      ended_;  // reducers of ended scopes, for which parts may be on their way
  std::vector<std::unique_ptr<sched::scope_object>> to_leave_;      // the next request to forget
  bool requesting_ = false;                                         // a thread sends requests
  std::uint64_t last_request_ = 0;                                  // its number
  std::unordered_map<int, std::uint64_t> forgotten_through_;        // by place: its last request processed here
  std::unordered_map<std::uint64_t, std::uint64_t> forgotten_;      // name -> the request that named it last
  std::unordered_map<std::uint64_t, std::uint64_t> own_forgotten_;  // the same of names of this place
};

}  // namespace skua::remote
