// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state of a set of places at one of its members: the operations in progress, and the data
// received for them.
//
// Threads: the task that owns a participation makes its calls; the polling thread calls received.
// Everything else happens under lock_, even the copies into the buffers in which a task expects
// data. So when a task has dropped its expectations, no thread writes there any more. Fast boxes
// are also read and written under lock_.
// Invariants
//   GROUP-1  An operation exists from the first call or message for it until it ends here; messages
//     that arrive later are dropped.
//   GROUP-2  A waiting task stores its condition in the operation. The thread that makes the
//     condition true removes it and wakes the task once.
//   GROUP-3  A waiter polls the fast boxes until it sleeps. While a task of this member sleeps, the
//     flag `sleeping` is set in every open box.
//   GROUP-4  A fast-box entry is read before a transport message that the same member sent later.
// Edge BOX: the initialised boxes, for a reader without the lock.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <skua/detail/base/spinlock.hpp>
#include <skua/detail/core/wait_list.hpp>

#include "collective/fast_box.hpp"
#include "collective/protocol.hpp"
#include "collective/rounds.hpp"
#include "collective/stream.hpp"
#include "remote/node.hpp"

namespace skua::collective {

struct operation {
  std::uint64_t round = 0;
  std::vector<inbound> incoming;  // by rank
  std::vector<outbound> outgoing;
  bool failed = false;
  std::vector<std::byte> failure;         // the exception, encoded
  base::atomic<std::uint32_t> events{0};  // goes up with every arrival; also read without the lock, as a hint
  // The condition of the waiting task, if there is one.
  bool (*holds)(void const*) = nullptr;
  void const* condition = nullptr;
  sched::completion wake;
};

/// The state kept here for another member.
struct peer {
  peer_progress progress;
  fast_box_writer writer;
  fast_box_reader reader;
  int short_pieces = 0;  // received from it as transport messages
  base::atomic<bool> has_box{false};
};

class group {
 public:
  group(std::uint64_t name, int members);

  /// Sets the members, at the first call of this place for the set. Returns false if another set
  /// has the same name.
  [[nodiscard]] bool set_members(std::vector<int> const& members, sched::place& at);
  [[nodiscard]] std::vector<int> const& members() const noexcept { return members_; }
  [[nodiscard]] std::uint64_t name() const noexcept { return name_; }
  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] sched::place& place() const noexcept { return *place_; }

  // ---- called by a participation ----
  operation& begin();
  void end(operation& operation) noexcept;
  void leave(operation& operation, std::exception_ptr const& why) noexcept;
  /// Whether a piece may be sent to that member now; under the lock.
  [[nodiscard]] bool may_send(operation const& operation, int to) const noexcept;
  void send_piece(operation& operation, int to, std::uint64_t total, std::span<std::byte const> piece) noexcept;
  void expect(operation& operation, int from, std::span<std::byte> target);
  /// Cancels the operation's expectations: nothing is written to their buffers any more.
  void drop(operation& operation) noexcept;
  /// The largest size of a piece.
  [[nodiscard]] std::size_t piece_bytes() const noexcept { return piece_; }
  base::spinlock& lock() noexcept { return lock_; }
  /// Polls the fast boxes of all members; without the lock.
  void poll_fast_boxes() noexcept;
  /// Whether that member can write into a fast box here.
  [[nodiscard]] bool has_fast_box_for(int from) const noexcept {
    return peers_[static_cast<std::size_t>(from)].has_box.load(std::memory_order_relaxed);  // relaxed: a hint
  }
  /// Between these two calls a writer sends a transport message after its entry. The first call
  /// polls the boxes once more.
  void begin_sleep();
  void end_sleep() noexcept;

  // ---- called by the polling thread ----
  void received(int from, message_head const& head, std::span<std::byte const> body);

 private:
  operation& find_or_make(std::uint64_t round);
  void retire(operation& operation) noexcept;
  void tell(int rank, message_kind kind, std::uint64_t round, std::uint64_t count,
            std::span<std::byte const> body) noexcept;
  bool write_fast_box(int rank, message_kind kind, std::uint64_t round, std::uint64_t count,
                      std::span<std::byte const> body) noexcept;
  void send_message(int rank, message_head const& head, std::span<std::byte const> body) noexcept;
  message_head head_to(int rank, message_kind kind, std::uint64_t round, std::uint64_t count) noexcept;
  void read_fast_box(int rank) noexcept;
  void on_message(int rank, message_kind kind, std::uint64_t round, std::uint64_t completed_through,
                  std::uint64_t count, std::span<std::byte const> body) noexcept;
  template <class F>
  void for_each_box(F const& function) noexcept;  // function(rank, reader)
  void make_box(int rank);
  void open_box(int rank, std::uint64_t offset) noexcept;
  static void wake(operation& operation) noexcept;

  base::spinlock lock_;
  std::uint64_t name_;
  std::vector<int> members_;  // empty until set
  std::vector<peer> peers_;
  std::vector<int> boxes_;  // the ranks that have a box here; `box_count_` of them
  base::atomic<int> box_count_{0};
  int sleepers_ = 0;  // sleeping tasks
  int rank_ = -1;
  sched::place* place_ = nullptr;
  remote::node* node_ = nullptr;  // null: the only place
  std::size_t piece_ = 0;
  std::uint64_t last_round_ = 0;  // begun here
  ended_rounds ended_;
  std::vector<std::unique_ptr<operation>> open_;
  std::vector<std::unique_ptr<operation>> spare_;
};

}  // namespace skua::collective
