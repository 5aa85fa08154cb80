// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exported futures: future states that several places know. This place keeps its own states by
// number, and copies of states of other places.
//
// The place that gives a state a name is its home. Each name that leaves a place carries shares of
// the state. The home adds up the shares that are out, and holds a reference while the sum is not
// zero. Another place has one copy of the state. It adds the shares that reach it to those of the
// copy, gives some of them away with each name that it sends on, and sends the rest home when the
// last handle here is gone (weighted reference counting: Bevan, 1987; Watson and Watson, 1987). A
// copy with only one share becomes the home of a new name. The copy itself stays, with its value,
// for the next name of the same state. When the state is destroyed, the home tells the places that
// have asked for its value.
//
// Invariants:
//   EXPORT-1  A name or a handle of a copy has a share of the state, so the state exists when
//     "request_result" comes.
//   EXPORT-2  A copy lives until "forget". Then no share and no handle of it exists at any place.
//   EXPORT-3  The bit `kept` of a copy's reference count stays set, so each time the last reference
//     goes, dispose is called. Only the last of the calls that are due releases the copy.
// Any thread; one lock for the process, a leaf (only mailboxes are inside): the last holder of a
// state may be an external thread, which belongs to no place, or a thread that outlives the places.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>

#include <skua/detail/remote/remote_future.hpp>

#include "core/place.hpp"
#include "remote/scope_tree.hpp"

namespace skua::remote {

class exported_futures {
 public:
  exported_futures(sched::place& place, sender& out) : place_(place), sender_(out) {}
  ~exported_futures();
  exported_futures(exported_futures const&) = delete;
  exported_futures& operator=(exported_futures const&) = delete;

  /// See export_state and import_state.
  state_name export_state(sched::future_state* state, give_fn give);
  sched::future_state* import_state(state_name name, copy_kind const& type);

  /// Another place asks for the result: answers when the state is ready.
  void on_request_result(int from, std::span<std::byte const> message);
  void on_release_share(std::span<std::byte const> message);
  void on_forget(int from, std::span<std::byte const> message);

  /// For tests: states with a name here, those of which shares are out, and copies of states of
  /// other places, in use or not.
  struct census {
    std::size_t exported = 0, with_shares = 0, copies = 0;
  };
  [[nodiscard]] census count() const;

 private:
  struct record;
  struct registry;
  static registry& states();
  static void home_gone(sched::future_state* state) noexcept;  // dispose of a state that has a number
  static void copy_left(sched::future_state* state) noexcept;  // dispose of a copy

  sched::future_state* come_home(state_name name, copy_kind const& type);
  void give_back(std::uint64_t share, state_name const& name) noexcept;
  static void remove(sched::future_state* state) noexcept;

  sched::place& place_;
  sender& sender_;
  // Under the lock of the registry:
  std::uint64_t next_ = 1;
  std::unordered_map<std::uint64_t, sched::future_state*> numbers_;  // states with their home here
  // copies of shared states, by home and number
  std::map<std::pair<std::int64_t, std::uint64_t>, sched::future_state*> copies_;
};

}  // namespace skua::remote
