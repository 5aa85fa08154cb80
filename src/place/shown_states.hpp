// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Future states that several places know: those of this place under their numbers, and the copies
// of others here.
//
// The place that gives a state a name is its home. Each name that leaves carries a share of the
// state; the home adds up what is out and holds a reference while that is not zero. A place adds
// the shares that reach it to those of its one copy, gives of them with names it hands on, and
// sends them home when the last handle here is gone (weighted reference counting: Bevan, 1987;
// Watson and Watson, 1987). A copy that has only one share left becomes the home of a new name of
// its own. The copy itself stays, with its value, for the next name of the same state; the home
// tells those who have asked when the state is gone.
//
// Invariants: H1 whoever has a name or a handle of a copy has a share of it, so the state is there
// for "want". H2 a copy lives until "forget", and then no share and no handle of it is left
// anywhere. H3 of a copy's references the bit `kept` stays set, so that each time the last one goes
// its dispose is called; only the last of those calls due lets it go. Any thread; one lock for the
// process, a leaf (only mailboxes are inside), since a plain thread, which belongs to no place, or
// one that outlives them may be the last to hold a state.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>

#include <skua/place/far_future.hpp>

#include "place/scope_tree.hpp"
#include "sched/place.hpp"

namespace skua::remote {

class shown_states {
 public:
  shown_states(sched::place& p, sender& out) : place_(p), out_(out) {}
  ~shown_states();
  shown_states(shown_states const&) = delete;
  shown_states& operator=(shown_states const&) = delete;

  /// See show_state and state_named.
  state_name show(sched::future_state* p, give_fn give);
  sched::future_state* named(state_name n, copy_kind const& kind);

  /// Another place asks: answers when the result is there.
  void on_want(int from, std::span<std::byte const> message);
  void on_let_go(std::span<std::byte const> message);
  void on_forget(int from, std::span<std::byte const> message);

  /// For tests: states with a name here that may be asked for, and copies of others, in use or not.
  struct census {
    std::size_t shown = 0, held = 0, copies = 0;
  };
  [[nodiscard]] census count() const;

 private:
  struct record;
  struct registry;
  static registry& all();
  static void home_gone(sched::future_state* p) noexcept;  // dispose of a state that has a number
  static void copy_left(sched::future_state* p) noexcept;  // dispose of a copy

  sched::future_state* come_home(state_name n, copy_kind const& kind);
  void give_back(std::uint64_t share, state_name const& of) noexcept;
  static void remove(sched::future_state* p) noexcept;

  sched::place& place_;
  sender& out_;
  // Under the lock of the registry:
  std::uint64_t next_ = 1;
  std::unordered_map<std::uint64_t, sched::future_state*> numbers_;  // homes here
  // of shared states, by home and number
  std::map<std::pair<std::int64_t, std::uint64_t>, sched::future_state*> copies_;
};

}  // namespace skua::remote
