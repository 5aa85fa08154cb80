// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A phaser and its representatives at other places: what they say to one another, and what each
// remembers of the others.
//
// At its home the phaser decides when phases end. Every other place with registered tasks has one
// representative, which meets them there. It reports upward when all its signallers have signalled
// a phase; the home counts it as one signaller. When a phase has ended, the home tells every place
// that has waiters.
//
// A task that leaves takes its registration along: the one made by its spawner stays behind as a
// traveller, a member where it was made. Where the task starts (or is dropped), a registration with
// the same phases joins there; the report that says so names the traveller, and the home ends it
// (or has its place end it) after it has taken that report in.
//
// Invariants. H1 (nobody is overlooked) for every signaller anywhere there is a member at the home
// that has not signalled more: a registered task or traveller, or the record of a place whose last
// processed report says so. It holds because
//   - a member of a representative is covered by its place's record, or, from its arrival until the report of it is
//     processed, by its traveller: reports of a place are processed in order, and each is the minimum over all members
//     of that moment, travellers that are still there included;
//   - a traveller ends only after the report that names it is processed, which covers the task that it stood for;
//   - a task that is registered by its spawner has not signalled less than that; by one that is
//    not, it is made a traveller at the home first.
// So a phase ends only when nobody is left that has not signalled it, and no report lowers a record
// below the home's phase.
// H2 (nobody waits for ever) a place with waiters is told of every phase that ends after its report
// of them is processed, and of the current one in answer to it. H3 (results) the home keeps results
// from the oldest that any waiter may ask for: those of its own, and of each place the oldest it
// reported and the first it was not yet told. A task that has arrived passes its first wait after
// the answer to the report of its arrival, which carries the results from its own phase on.
// H4 (order) one thread at a time writes messages of an object (publishing), from a state read
// under the lock, so they leave in the order of the states they describe. Parts and results of
// accumulators are read after that, without the lock: parts of phases that are over here do not
// change any more, but by tasks that arrive later, whose own report follows.
// H5 (the end) when the phaser's scope has ended, reports may still be under way: its name is
// retired like a reducer's, so the home exists until every place has answered that it has forgotten
// the representative, and each answer follows that place's last report. The home says nothing more
// once it is leaving, and what it said before is behind nobody's answer.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <skua/sched/registration.hpp>
#include <skua/wire/writer.hpp>

namespace skua::sched {

/// What places say to one another about a phaser; each body begins with its name.
enum class phaser_news : std::uint8_t {
  report,  ///< a representative to the home: who is registered here, and how far they are; parts of accumulators
  phase,   ///< the home to a representative with waiters: phases have ended; results of accumulators
  release  ///< the home to a representative: the task of this traveller is known
};

/// A traveller: whom to end when the task it stands for is known at the home.
struct phaser_token {
  std::uint64_t address = 0;  // at its place
  std::int32_t place = -1;
  std::uint32_t unused = 0;
};

/// The home's answer to somebody who is not registered.
struct phaser_grant {
  std::uint64_t phase = 0;
  std::uint64_t token = 0;  // a traveller at the home, 0: none was asked for
};

/// Carries news between places; what a layer of many places has for phasers.
class phaser_mail {
 public:
  /// The representative here of another place's phaser, made if there is none.
  virtual phaser_object* representative(std::uint64_t name) = 0;
  virtual void send(int to, phaser_news what, wire::writer const& body) noexcept = 0;
  /// Asks the phaser's place for its phase, and for a traveller unless `mode` is 0. Waits, also in
  /// a cancelled scope.
  virtual phaser_grant ask(std::uint64_t name, std::uint32_t mode) = 0;

 protected:
  ~phaser_mail() = default;
};

/// In front of a report, behind the name; then the tokens, then parts of accumulators.
struct phaser_report {
  std::uint64_t front = 0;   // phases that all signallers here have signalled
  std::uint64_t oldest = 0;  // phases that the last waiter here has waited for
  std::uint64_t wanted = 0;  // if nobody signals any more: the phases that somebody here waits to see ended
  std::uint32_t serial = 0;
  std::uint32_t tokens = 0;
  std::uint32_t signals = 0;  // whether there are signallers
  std::uint32_t waits = 0;    // whether there are waiters

  bool says_the_same(phaser_report const& o) const noexcept {
    return signals == o.signals && waits == o.waits && wanted == o.wanted && (signals == 0 || front == o.front);
  }
};

/// In front of news of a phase, behind the name; then results of accumulators.
struct phaser_ended {
  std::uint64_t phase = 0;
  std::uint32_t answers = 0;  // the last report of the place that is taken in
  std::uint32_t open = 0;     // nobody signals any more: who waits should say how far
};

/// What a phaser remembers because of other places; under its lock.
struct phaser_outside {
  struct peer {
    registration record{};  // all signallers of that place as one
    bool signals = false;   // the record is a member
    bool waits = false;
    bool due = false;        // is to be told
    std::uint64_t told = 0;  // results of phases below this one were sent
    std::uint64_t resend = never;
    std::uint64_t oldest = 0;
    std::uint32_t heard = 0;  // serial of its last report
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
  std::uint64_t wanted = 0;  // the phases that somebody waits to see ended
  std::uint32_t serial = 0;
  std::uint32_t unreported = 0;  // phases heard since the last report, if there are results
  bool open = false;
  std::vector<result> results;
};

}  // namespace skua::sched
