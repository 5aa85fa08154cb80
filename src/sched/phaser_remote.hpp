// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A phaser and its representatives at other places: the messages between them, and the state that
// each keeps of the others.
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
#include <memory>
#include <span>
#include <vector>

#include <skua/detail/sched/registration.hpp>
#include <skua/wire/writer.hpp>

namespace skua::sched {

/// Messages between places about a phaser; each body begins with its name.
enum class phaser_message : std::uint8_t {
  report,  ///< a representative to the home: its members and their phases; parts of accumulators
  phase,   ///< the home to a representative with waiters: phases have ended; results of accumulators
  release  ///< the home to a representative: the task of this traveller is known
};

/// A traveller: the registration to end when the task it stands for is known at the home.
struct phaser_token {
  std::uint64_t address = 0;  // at its place
  std::int32_t place = -1;
  std::uint32_t unused = 0;
};

/// The answer of the home to a task that is not registered.
struct phaser_grant {
  std::uint64_t phase = 0;
  std::uint64_t token = 0;  // a traveller at the home, 0: none was asked for
};

/// Carries messages between places; the layer that connects places implements it.
class phaser_mail {
 public:
  /// The representative at this place of another place's phaser, made if there is none.
  virtual phaser_object* representative(std::uint64_t name) = 0;
  virtual void send(int to, phaser_message message_kind, wire::writer const& body) noexcept = 0;
  /// Asks the phaser's home for its phase, and for a traveller unless `mode` is 0. Waits, also in a
  /// cancelled scope.
  virtual phaser_grant ask(std::uint64_t name, std::uint32_t mode) = 0;

 protected:
  ~phaser_mail() = default;
};

/// Header of a report, after the name; then the tokens, then parts of accumulators.
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

/// Header of the message that phases have ended, after the name; then results of accumulators.
struct phaser_ended {
  std::uint64_t phase = 0;
  std::uint32_t answers = 0;  // the last report of the place that the home has processed
  std::uint32_t open = 0;     // no signaller is left: places with waiters should report their phases
};

/// State that a phaser keeps for other places; under its lock.
struct phaser_remote {
  struct peer {
    registration record{};  // all signallers of that place as one
    bool signals = false;   // the record is a member
    bool waits = false;
    bool due = false;              // must be told
    std::uint64_t sent_below = 0;  // results of phases below this one were sent
    std::uint64_t resend = never;
    std::uint64_t oldest = 0;
    std::uint32_t last_report = 0;  // its serial
  };
  struct result {
    std::uint64_t accumulator;
    std::uint64_t phase;
    std::vector<std::byte> bytes;
  };
  static constexpr std::uint64_t never = ~std::uint64_t{0};
  static constexpr std::uint32_t report_oldest_after = 64;  // phases, so that the home can forget results

  bool dirty = false;
  bool publishing = false;
  bool leaving = false;
  // home
  std::vector<peer> peers;             // by place
  std::vector<phaser_token> releases;  // of other places
  // representative
  std::vector<phaser_token> arrived;  // to be named in the next report
  phaser_report last;
  std::uint64_t awaited_phases = 0;  // the phases that a waiter waits for
  std::uint32_t serial = 0;
  std::uint32_t unreported = 0;  // phases announced since the last report, if there are results
  bool open = false;
  std::vector<result> results;
};

}  // namespace skua::sched
