// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A phaser and its representatives at other places: the messages between them, and what the two
// sides have in common.
//
// At its home the phaser decides when phases end. Every other place with registered tasks has one
// representative, where they register. It reports to the home when all its signallers have
// signalled a phase; the home counts it as one signaller. When a phase has ended, the home tells
// every place that has waiters.
//
// A task that leaves takes its registration along: the one made by its spawner stays behind as a
// traveller, a member where it was made. Where the task starts (or is dropped), a registration with
// the same phases joins. The report of that names the traveller. When the home has processed that
// report, it ends the traveller, or has the place of the traveller end it.
//
// Invariants
//   REMOTE-PHASER-1  (no signaller is overlooked) For every signaller anywhere the home has a
//     member that has not signalled more: a registered task or traveller, or the record of a place
//     whose last processed report says so. It holds because
//       - a member of a representative is covered by the record of its place; or, from its arrival
//         until the report of it is processed, by its traveller. Reports of a place are processed
//         in order. Each is the minimum over all members of that moment, travellers that are still
//         there included;
//       - a traveller ends only after the report that names it is processed, and that report covers
//         the task that the traveller stood for;
//       - a task that a registered spawner registers has not signalled less than that spawner. If
//         the spawner is not registered, the task is made a traveller at the home first.
//       So a phase ends only when no signaller is left that has not signalled it, and no report
//       lowers a record below the home's phase.
//   REMOTE-PHASER-2  (no waiter waits for ever) A place with waiters is told of every phase that
//     ends after its report of them is processed, and of the current phase in answer to that
//     report.
//   REMOTE-PHASER-3  (results) The home keeps results from the oldest that any waiter may ask for.
//     These are the oldest of its own waiters, and for each place the oldest it reported and the
//     first it was not yet told. A task that has arrived passes its first wait after the answer to
//     the report of its arrival, which carries the results from its own phase on.
//   REMOTE-PHASER-4  (order) One thread at a time writes messages of an object (publishing), from a
//     state read under the lock, so they leave in the order of the states that they describe. Parts
//     and results of accumulators are read after that, without the lock. Parts of phases that are
//     over here do not change any more, except by tasks that arrive later, whose own report
//     follows.
//   REMOTE-PHASER-5  (the end) When the phaser's scope has ended, reports may still be under way.
//     The phaser's name is retired like a reducer's: the home exists until every place has answered
//     that it has forgotten the representative, and each answer follows that place's last report.
//     The home sends nothing once it is leaving, and no place answers before it has received what
//     the home sent earlier.
#pragma once

#include <cstdint>

#include <skua/wire/writer.hpp>

#include "remote/scope_tree.hpp"
#include "sched/phaser_object.hpp"

namespace skua::remote {

/// Header of a report of a representative, after the phaser's name: its members and their phases.
/// The tokens follow, then parts of accumulators.
struct phaser_report {
  std::uint64_t front = 0;           // phases that all signallers here have signalled
  std::uint64_t oldest = 0;          // phases that the last waiter here has waited for
  std::uint64_t awaited_phases = 0;  // if no signaller is left: the phases that a waiter here waits for
  std::uint32_t serial = 0;
  std::uint32_t tokens = 0;
  std::uint32_t signals = 0;  // whether there are signallers
  std::uint32_t waits = 0;    // whether there are waiters

  bool says_the_same(phaser_report const& earlier) const noexcept {
    return signals == earlier.signals && waits == earlier.waits && awaited_phases == earlier.awaited_phases &&
           (signals == 0 || front == earlier.front);
  }
};

/// Header of the home's message to a representative with waiters that phases have ended, after the
/// name; results of accumulators follow. (The third message, of the home to the place of a
/// traveller whose task is known, is the name and the traveller's address.)
struct phaser_ended {
  std::uint64_t phase = 0;
  std::uint32_t answers = 0;  // the last report of the place that the home has processed
  std::uint32_t open = 0;     // no signaller is left: places with waiters should report their phases
};

/// What both sides have in common. Its members are under the phaser's lock.
class phaser_side : public sched::phaser_links {
 public:
  phaser_side(phaser_side const&) = delete;
  phaser_side& operator=(phaser_side const&) = delete;

  [[nodiscard]] bool has_changes() const noexcept final { return dirty_; }
  void scope_ended() noexcept final { is_leaving_ = true; }
  void publish() noexcept final;

 protected:
  phaser_side(sched::phaser_object& p, sender& out) noexcept : phaser_(p), sender_(out) {}

  /// Under the lock, which it releases while it writes and sends.
  virtual void send_changes() noexcept = 0;
  /// Appends to `body`, for each accumulator, its name and what pack(phase_values&) writes, unless
  /// that is nothing.
  template <class Pack>
  void pack_values(wire::writer& body, Pack&& pack) {
    phaser_.for_each_value([&](sched::phase_values& v) {
      std::size_t const begin = body.size();
      body.put(v.name);
      body.put(std::uint32_t{0});
      pack(v);
      if (body.size() == begin + 12) {
        body.truncate(begin);
      } else {
        body.put_at(begin + 8, static_cast<std::uint32_t>(body.size() - begin - 12));
      }
    });
  }
  [[nodiscard]] int place() const noexcept { return phaser_.made_at->number; }

  static constexpr std::uint64_t never = ~std::uint64_t{0};

  sched::phaser_object& phaser_;
  sender& sender_;
  bool dirty_ = false;

 private:
  bool is_publishing_ = false;
  bool is_leaving_ = false;
};

}  // namespace skua::remote
