// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The distributed scope: which places hold its tasks, and when it has ended at all of them.
//
// A scope lives at its home. Every other place that holds tasks of it has one proxy. A proxy has a
// parent; the chain of parents ends at the home. Tasks that arrive at the home, or at a place that
// has a proxy, join it and are soon acknowledged. A proxy without tasks, whose own messages are
// all acknowledged, sends "done" to its parent and is destroyed; later tasks make a new one. This
// is the diffusing computation of Dijkstra and Scholten (1980), with one message per batch of tasks
// instead of one per task.
//
// In their algorithm the sender becomes the parent of the proxy that its tasks make. A proxy cannot
// end before its children, so each theft from a thief makes the tree deeper: with 100,000 places
// that had stolen forty times each, the news of the end took 3.4 ms. Here a proxy at the depth
// `deepest` makes siblings instead of children. It hands on a share of the weight that its parent
// gave it (as Mattern, 1989, and Huang, 1989, do with the home's weight). The new proxy becomes a
// child of that parent, and sends "engaged" to it.
//
// Invariants:
//   TREE-1  Each batch sent for a scope holds weight: tokens of its lender's frame. The lender is
//     the sender or the sender's parent. The weight comes back with "joined" or "done", or is added
//     to the weight of a proxy of the same parent. So the lender's frame exists until then.
//   TREE-2  Tasks that arrive get their tokens before anything is acknowledged.
//   TREE-3  A proxy accepts tasks only while it holds a token (scope_state::try_add), so its end is
//     decided once.
//   TREE-4  Under scopes.lock a cancelled frame has told every edge. A thread that adds an edge
//     later tells it: with the tasks, or in answer to "engaged".
//   TREE-5  "done" leaves after everything that the proxy's tasks have contributed.
//   TREE-6  place::lent_tokens is the weight that frames of this place's own scopes have lent. It
//     goes down after the contributions that came with the weight have been merged. So it is not 0
//     while a scope of this place has a proxy, or the "done" of one is on its way.
// Edge LENT-TOKENS: a thread that reads 0 in place::lent_tokens sees everything that was merged
// here before that.
// No clock, no thread, no I/O: events in, messages out through `sender`. Any thread; the place's
// scopes.lock is inside.
#pragma once

#include <cstdint>
#include <span>

#include "core/place.hpp"
#include "remote/message.hpp"

namespace skua::wire {
class writer;
class reader;
}  // namespace skua::wire

namespace skua::remote {

/// Sends messages to places.
class sender {
 public:
  virtual void send(int to, kind type, std::span<std::byte const> body) noexcept = 0;
  /// Sends head and body as one message; the head is short.
  virtual void send_parts(int to, kind type, std::span<std::byte const> head,
                          std::span<std::byte const> body) noexcept = 0;
  /// Like send_parts, for a message that others with this key may join; 0: none may.
  virtual void send_joinable(int to, kind type, std::span<std::byte const> head, std::span<std::byte const> body,
                             std::uint64_t key) noexcept {
    static_cast<void>(key);
    send_parts(to, type, head, body);
  }
  /// Adds the body to the newest message to that place. Returns false, and does nothing, unless
  /// that message has this key, and its receiver has not begun to read it.
  [[nodiscard]] virtual bool join(int to, std::uint64_t key, std::span<std::byte const> body) noexcept {
    return static_cast<void>(to), static_cast<void>(key), static_cast<void>(body), false;
  }

 protected:
  ~sender() = default;
};

/// The values that a proxy's tasks have merged into reducers of other places; implemented by
/// object_names.
class contributions {
 public:
  /// Packs everything that was merged under the proxy of this serial, which has ended.
  virtual void pack(std::uint64_t serial, wire::writer& to) = 0;
  /// Merges the values that the proxy of a child packed. `context`: the proxy here under which the
  /// scope's frame lies, 0: none.
  virtual void merge(wire::reader& from, std::uint64_t context) = 0;
  /// place::lent_tokens may be 0: if so, all that tasks of this place's scopes merged elsewhere is
  /// here.
  virtual void all_returned() noexcept = 0;

 protected:
  ~contributions() = default;
};

class scope_tree {
 public:
  /// `deepest`: proxies at that depth make siblings instead of children, while they have weight to
  /// share. The home's depth is 0.
  scope_tree(sched::place& place, sender& out, contributions& merged, int deepest)
      : place_(place), sender_(out), merged_(merged), deepest_(deepest) {}
  /// Half of the depth of a binary tree. docs/reference/simulator.md, "Many places", has the
  /// measurements.
  static int default_depth(int places) noexcept;

  /// Packed tasks of one scope, for one message.
  struct batch {
    std::uint32_t tasks = 0;
    bool urgent = false;
    bool loot = false;     ///< taken for a thief, not sent by the user
    bool answers = false;  ///< a request to steal: the last batch of loot
    std::span<std::byte const> body;
    /// of loot: about how many tasks remain at the sender, at most max_remaining; 0 unless the
    /// policy gossips
    std::uint32_t remaining = 0;
  };
  static constexpr std::uint32_t max_remaining = 0xffffff;
  /// Sends tasks of the scope of `frame` to another place. The caller holds a token of `frame`, and
  /// keeps it. They join the batch before them if that is still on its way: then its weight also
  /// stands for them.
  void depart(sched::scope_frame* frame, int to, batch const& batch);

  /// A batch that has come. Each of its tasks holds a token of the frame from now on.
  struct arrival {
    sched::scope_frame* frame = nullptr;
    std::uint64_t scope = 0;
    batch contents;
    bool joined = false;       ///< the home, or a proxy that existed already
    int lender = 0;            ///< the place that owns the batch's tokens
    std::uint64_t weight = 0;  ///< how many of these tokens to give back at once
  };
  /// kind::tasks: finds the frame for the batch, or makes a proxy.
  arrival arrive(int from, std::span<std::byte const> message);
  /// The tasks of an arrival have been queued: acknowledges them if that is due.
  void queued(arrival const& arrival);

  void on_joined(std::span<std::byte const> message);
  void on_engaged(int from, std::span<std::byte const> message);
  void on_done(std::span<std::byte const> message);
  void on_cancel(std::span<std::byte const> message);

  // Called by the scheduler.
  void marked(sched::scope_frame* frame) noexcept;  // under scopes.lock
  void ended(sched::proxy_frame* proxy) noexcept;
  void cancel_remote(std::uint64_t id) noexcept;

 private:
  struct batch_weight;
  batch_weight lend(sched::scope_frame* frame) noexcept;
  void give_back(sched::scope_frame* frame, std::uint64_t weight) noexcept;
  bool add_edge(sched::scope_frame* frame, int to);
  sched::scope_frame* frame_of(std::uint64_t id) const;
  void tell_edges(sched::scope_frame* frame) noexcept;
  void pack_end(sched::proxy_frame* proxy, std::uint64_t id, wire::writer& to);

  sched::place& place_;
  sender& sender_;
  contributions& merged_;
  int deepest_;
  std::uint64_t next_serial_ = 1;  // under scopes.lock
};

}  // namespace skua::remote
