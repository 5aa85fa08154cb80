// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The distributed scope: which tasks of it are where, and when it has ended everywhere.
//
// A scope lives at its home. At another place that holds tasks of it there is one proxy, which has
// a parent, at the end the home. Tasks that arrive while a place is engaged, or at the home, join
// and are acknowledged at once. A proxy without tasks whose own messages are all acknowledged says
// "done" to its parent and is gone; it may be engaged anew. This is the diffusing computation of
// Dijkstra and Scholten (1980) with one message per batch of tasks instead of one per task.
//
// There the sender becomes the parent of what it engages, and since a proxy cannot end before its
// children, each theft from a thief makes the tree deeper: with 100,000 places that had stolen
// forty times each, word of the end took 3.4 ms. Here a proxy at the depth `deepest` makes no
// children but brothers: it hands on a share of the weight that its parent gave it (as Mattern,
// 1989, and Huang, 1989, do with the home's), and who is engaged so becomes a child of that parent,
// to which it says "engaged".
//
// Invariants: D1 each batch sent for a scope holds weight, tokens of its lender's frame (the
// sender's own, or the sender's parent's), until that is given back with "joined" or "done", or
// added to what a proxy of the same parent has; so the lender's frame exists until then. D2 tasks
// that arrive get their tokens before anything is acknowledged. D3 a proxy accepts tasks only while
// it holds a token (scope_state::try_add), so its end is decided once. D4 under scopes_lock a
// cancelled frame has told every edge, and whoever adds an edge later tells it: with the tasks, or
// in answer to "engaged". D5 "done" leaves after everything that the proxy's tasks have
// contributed. D6 place::lent is the weight that frames of this place's own scopes have out; it
// goes down after what came with the weight has been merged. So while a scope of this place has a
// proxy, or the "done" of one is on its way, lent is not 0.
// Edge LENT: who reads that lent is 0 sees everything that was merged here before that.
// No clock, no thread, no I/O: events in, messages out through `sender`. Any thread; the place's
// scopes_lock is inside.
#pragma once

#include <cstdint>
#include <span>

#include "place/message.hpp"
#include "sched/place.hpp"

namespace skua::wire {
class writer;
class reader;
}  // namespace skua::wire

namespace skua::remote {

/// Where messages go.
class sender {
 public:
  virtual void send(int to, kind what, std::span<std::byte const> body) noexcept = 0;
  /// As one message; the head is short.
  virtual void send_parts(int to, kind what, std::span<std::byte const> head,
                          std::span<std::byte const> body) noexcept = 0;

 protected:
  ~sender() = default;
};

/// What a proxy's tasks have merged into reducers of other places; implemented by object_names.
class contributions {
 public:
  /// Everything that was merged under the proxy of this serial, which has ended; forgets it.
  virtual void pack(std::uint64_t serial, wire::writer& to) = 0;
  /// What a child's proxy packed; `context`: under which proxy the scope's frame lies here, 0:
  /// none.
  virtual void merge(wire::reader& from, std::uint64_t context) = 0;
  /// place::lent has just been 0: all that tasks of this place's scopes merged elsewhere is here.
  virtual void all_returned() noexcept = 0;

 protected:
  ~contributions() = default;
};

class scope_tree {
 public:
  /// `deepest`: proxies at that depth make no children, while they can do without; the home's depth
  /// is 0.
  scope_tree(sched::place& p, sender& out, contributions& merged, int deepest)
      : place_(p), out_(out), merged_(merged), deepest_(deepest) {}
  /// Half of the depth of a binary tree; what that brings was measured (docs/simulator.md, "Many
  /// places").
  static int usual_depth(int places) noexcept;

  /// Tasks in bytes, of the scope of frame f, go to another place; the caller holds a token of f,
  /// which it keeps.
  struct batch {
    std::uint32_t tasks = 0;
    bool urgent = false;
    bool loot = false;     ///< taken for a thief, not sent by the user
    bool answers = false;  ///< a request to steal: the last batch of loot
    std::span<std::byte const> body;
    /// of loot: about how many more the sender has, at most most_left; 0 unless thieves want to
    /// know
    std::uint32_t left = 0;
  };
  static constexpr std::uint32_t most_left = 0xffffff;
  void depart(sched::scope_frame* f, int to, batch const& b);

  /// kind::tasks: makes room for the batch; the frame for its tasks, which hold a token each from
  /// now on.
  struct arrival {
    sched::scope_frame* frame = nullptr;
    std::uint64_t scope = 0;
    batch what;
    bool joined = false;
    int lender = 0;            ///< whose tokens it holds
    std::uint64_t weight = 0;  ///< how many are to be given back at once
  };
  arrival arrive(int from, std::span<std::byte const> message);
  /// The tasks of an arrival have been queued: acknowledges them if that is due.
  void queued(arrival const& a);

  void on_joined(std::span<std::byte const> message);
  void on_engaged(int from, std::span<std::byte const> message);
  void on_done(int from, std::span<std::byte const> message);
  void on_cancel(std::span<std::byte const> message);

  // Called by the scheduler.
  void marked(sched::scope_frame* f) noexcept;  // under scopes_lock
  void ended(sched::proxy_frame* f) noexcept;
  void cancel_elsewhere(std::uint64_t id) noexcept;

 private:
  struct loan;
  loan lend(sched::scope_frame* f) noexcept;
  void give_back(sched::scope_frame* f, std::uint64_t weight) noexcept;
  bool add_edge(sched::scope_frame* f, int to);
  sched::scope_frame* frame_of(std::uint64_t id) const;
  void tell_edges(sched::scope_frame* f) noexcept;
  void pack_end(sched::proxy_frame* f, std::uint64_t id, wire::writer& to);

  sched::place& place_;
  sender& out_;
  contributions& merged_;
  int deepest_;
  std::uint64_t next_serial_ = 1;  // under scopes_lock
};

}  // namespace skua::remote
