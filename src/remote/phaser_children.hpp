// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The records of a place about its children in the tree of a phaser: what they have reported for
// their subtrees, and what they have been told. phaser_side.hpp describes the protocol.
//
// All members are under the phaser's lock. No I/O.
#pragma once

#include <cstdint>
#include <vector>

#include <skua/detail/base/wide_tree.hpp>
#include <skua/detail/sync/registration.hpp>

#include "sync/phaser_object.hpp"

namespace skua::remote {

/// Header of a report, after the phaser's name: the members in the sender's subtree and their
/// phases. The tokens of arrived tasks follow, then parts of accumulators.
struct phaser_report {
  std::uint64_t front = 0;           // phases that all signallers there have signalled
  std::uint64_t oldest = 0;          // phases that the last waiter there has waited for
  std::uint64_t awaited_phases = 0;  // if no signaller is left: the phases that a waiter there waits for
  std::uint32_t serial = 0;
  std::uint32_t tokens = 0;
  std::uint32_t signals = 0;  // whether there are signallers
  std::uint32_t waits = 0;    // whether there are waiters

  bool says_the_same(phaser_report const& earlier) const noexcept {
    return signals == earlier.signals && waits == earlier.waits && awaited_phases == earlier.awaited_phases &&
           (signals == 0 || front == earlier.front);
  }
};

/// Header of the message to a child with waiters that phases have ended, after the name; results of
/// accumulators follow.
struct phaser_ended {
  std::uint64_t phase = 0;
  std::uint32_t answers = 0;  // the last report of the child that the home has processed
  std::uint32_t open = 0;     // no signaller is left: places with waiters should report their phases
};

class phaser_children {
 public:
  static constexpr std::uint64_t never = ~std::uint64_t{0};

  phaser_children(sched::phaser_object& phaser, base::wide_tree const& tree);
  /// Takes the records out of the phaser.
  ~phaser_children();
  phaser_children(phaser_children const&) = delete;
  phaser_children& operator=(phaser_children const&) = delete;

  /// A report has come. Replaces the record of the child's signallers; phases may end by that.
  void take(int from, phaser_report const& report);
  /// At the home, which answers a report at once.
  void answer(int from) noexcept;
  /// At a representative: its report with this number passes on all that its children have
  /// reported.
  void covered_by(std::uint32_t own_report);
  /// At a representative: the home has processed its reports up to this one.
  void answered_through(std::uint32_t own_report) noexcept;

  /// Children with waiters must be told.
  void mark_due() noexcept;
  void mark_due(int place) noexcept { find(place).due = true; }
  [[nodiscard]] bool any_due() const noexcept;
  [[nodiscard]] bool any_waits() const noexcept;
  /// The most phases that waiters in a child's subtree wait for, if no signaller is left.
  [[nodiscard]] std::uint64_t awaited_phases() const noexcept;
  /// The oldest phase of which a child may need the result, at most `oldest` (REMOTE-PHASER-3).
  [[nodiscard]] std::uint64_t oldest_needed(std::uint64_t oldest) const noexcept;

  /// The message for a child, with the results of phases `from` to content.phase - 1.
  struct message {
    int to;
    std::uint64_t from;
    phaser_ended content;
  };
  /// For the children that are due. Results are kept until sent() is called.
  [[nodiscard]] std::vector<message> take_due(std::uint64_t phase, bool open);
  void sent(std::vector<message> const& messages) noexcept;

 private:
  /// A report of a child with waiters, passed on in a report of this place.
  struct unanswered {
    std::uint32_t own_report;
    std::uint32_t report;
    std::uint64_t resend;  // results from this phase on must be sent with the answer
  };
  struct child {
    int place = -1;
    sched::registration record{};  // all signallers of the subtree as one
    bool signals = false;          // the record is a member
    bool waits = false;
    bool due = false;              // must be told
    bool wants_answer = false;     // a report with waiters has come that no own report covers yet
    std::uint64_t sent_below = 0;  // results of phases below this one were sent
    std::uint64_t resend = never;
    std::uint64_t oldest = 0;
    std::uint64_t awaited_phases = 0;
    std::uint64_t wanted = never;   // results to send with the answer
    std::uint32_t last_report = 0;  // its serial
    std::uint32_t answered = 0;     // the last report that the home has processed
    std::vector<unanswered> passed_on;
  };

  child& find(int place) noexcept;
  void update_record(child& child, phaser_report const& report) noexcept;

  sched::phaser_object& phaser_;
  std::vector<child> children_;  // in the order of the places
};

}  // namespace skua::remote
