// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A set of places as one of its members sees it: which of its operations are under way, and what
// has come for them.
//
// Threads: a turn's calls by the task that has it; received by the thread that polls. Everything
// else under lock_, also the copies into what a task expects: when a task has dropped its
// expectations nobody writes there any more. Letters are read and written under lock_ too.
// Invariants: C1 an operation exists from the first call or message for it until it ends here; what
// comes later is dropped.
// C2 who waits has left its condition in the operation, and whoever makes it true takes it out and
// wakes the task once. Edge BOX: the boxes as they were made, for who looks without the lock.
// C3 who waits reads letters until it sleeps; while somebody sleeps every open box says that its
// reader dozes.
// C4 what came as a letter is read before what came later from the same member as a message.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <skua/base/spinlock.hpp>
#include <skua/sched/wait_list.hpp>

#include "collective/letter_box.hpp"
#include "collective/protocol.hpp"
#include "collective/rounds.hpp"
#include "collective/stream.hpp"
#include "place/node.hpp"

namespace skua::collective {

struct operation {
  std::uint64_t round = 0;
  std::vector<inbound> in;  // by rank
  std::vector<outbound> out;
  bool failed = false;
  std::vector<std::byte> failure;         // the exception, encoded
  base::atomic<std::uint32_t> events{0};  // grows with everything that comes; a hint beside the lock
  // The task that waits, if there is one.
  bool (*holds)(void const*) = nullptr;
  void const* condition = nullptr;
  sched::completion wake;
};

/// Another member, as one sees it from here.
struct neighbour {
  acquaintance known;
  letter_writer to;
  letter_reader from;
  int short_pieces = 0;  // of its messages
  base::atomic<bool> has_box{false};
};

class group {
 public:
  group(std::uint64_t name, int members);

  /// The members are known now, at their first call here; false: it was another set that has the
  /// same name.
  [[nodiscard]] bool introduce(std::vector<int> const& members, sched::place& at);
  [[nodiscard]] std::vector<int> const& members() const noexcept { return members_; }
  [[nodiscard]] std::uint64_t name() const noexcept { return name_; }
  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] sched::place& place() const noexcept { return *place_; }

  // ---- by a turn ----
  operation& begin();
  void end(operation& o) noexcept;
  void leave(operation& o, std::exception_ptr const& why) noexcept;
  /// Whether a piece may go to that member; under the lock.
  [[nodiscard]] bool may_send(operation const& o, int to) const noexcept;
  void send_piece(operation& o, int to, std::uint64_t total, std::span<std::byte const> piece) noexcept;
  void expect(operation& o, int from, std::span<std::byte> into);
  /// Nothing more is written to where the operation's task has expected something.
  void drop(operation& o) noexcept;
  /// The most bytes of one piece.
  [[nodiscard]] std::size_t piece_bytes() const noexcept { return piece_; }
  base::spinlock& lock() noexcept { return lock_; }
  /// Reads the letters of all members, if there are any; without the lock.
  void look_into_boxes() noexcept;
  /// Whether that member can send letters.
  [[nodiscard]] bool has_box_for(int from) const noexcept {
    return others_[static_cast<std::size_t>(from)].has_box.load(std::memory_order_relaxed);  // relaxed: a hint
  }
  /// Between these two, whoever sends a letter sends a message too. The first one looks into the
  /// boxes once more.
  void doze();
  void wake_up() noexcept;

  // ---- by the poller ----
  void received(int from, message_head const& head, std::span<std::byte const> body);

 private:
  operation& find_or_make(std::uint64_t round);
  void retire(operation& o) noexcept;
  void tell(int rank, saying what, std::uint64_t round, std::uint64_t count, std::span<std::byte const> body) noexcept;
  bool write_letter(int rank, saying what, std::uint64_t round, std::uint64_t count,
                    std::span<std::byte const> body) noexcept;
  void send_message(int rank, message_head const& head, std::span<std::byte const> body) noexcept;
  message_head head_to(int rank, saying what, std::uint64_t round, std::uint64_t count) noexcept;
  void read_letters(int rank) noexcept;
  void hear(int rank, saying what, std::uint64_t round, std::uint64_t through, std::uint64_t count,
            std::span<std::byte const> body) noexcept;
  template <class F>
  void for_each_box(F const& f) noexcept;  // f(rank, reader)
  void make_box(int rank);
  void open_box(int rank, std::uint64_t offset) noexcept;
  static void wake(operation& o) noexcept;

  base::spinlock lock_;
  std::uint64_t name_;
  std::vector<int> members_;  // empty until introduced
  std::vector<neighbour> others_;
  std::vector<int> boxes_;  // ranks that have one here; `box_count_` of them
  base::atomic<int> box_count_{0};
  int dozing_ = 0;  // tasks
  int rank_ = -1;
  sched::place* place_ = nullptr;
  remote::node* node_ = nullptr;  // none: one place
  std::size_t piece_ = 0;
  std::uint64_t called_ = 0;
  ended_rounds ended_;
  std::vector<std::unique_ptr<operation>> open_;
  std::vector<std::unique_ptr<operation>> spare_;
};

}  // namespace skua::collective
