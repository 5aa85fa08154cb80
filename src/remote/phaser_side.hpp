// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A phaser and its representatives at other places: the messages between them, and what the two
// sides have in common.
//
// At its home the phaser decides when phases end. Every other place with registered tasks has one
// representative, where they register. Messages go along a tree of all places, whose root is the
// home (base/wide_tree.hpp); up to 17 places it is a star. A place between the home and a place
// with registered tasks also has a representative, which may have no tasks itself.
//
//   up    phaser_report    A representative tells its parent when all signallers in its subtree
//                          have signalled a phase. The parent counts the child as one signaller:
//                          its record. So a phase costs each place one report.
//   down  phaser_phase     A phase has ended, or a report is answered: to each child with waiters
//                          in its subtree. A representative sends what its parent has sent.
//   down  phaser_release   A traveller must end.
//
// A task that leaves takes its registration along: the one made by its spawner stays behind as a
// traveller, a member where it was made. Where the task starts (or is dropped), a registration with
// the same phases joins. The report about this names the traveller by a token. Every place above
// passes the token on in its next report. When the home has processed the report of its child, it
// ends the traveller, or sends the place of the traveller a request to end it.
//
// A representative stays until the end of the phaser, also without tasks: places below it may have
// some.
//
// Invariants. The places above a place are its parent, and so on, with the home. The subtree of a
// place includes it. A report covers another one if its sender had processed the other one first. A
// chain of reports leads up to the home, each covered by the next. It has arrived when the home has
// processed the last one.
//   REMOTE-PHASER-1  (no signaller is overlooked) For every signaller anywhere the home has a
//     member that has not signalled more: a registered task or traveller, or the record of a child
//     whose last processed report says so. It holds because
//       - a member of a representative is covered by the record of its place at the parent, and
//         that, a member of the parent, by the record there, up to the home; or, from its arrival
//         until a chain of reports that begins with its own has arrived, by its traveller. Reports
//         of a place are processed in order. Each is the minimum over all members of that moment,
//         travellers that are still there and records of children included;
//       - a traveller ends only after the chain of the report that names it has arrived, and each
//         report of the chain covers the task that the traveller stood for;
//       - a task that a registered spawner registers has not signalled less than that spawner. If
//         the spawner is not registered, the task is made a traveller at the home first.
//       So a phase ends only when no signaller is left that has not signalled it, and no report
//       lowers a record at the home below the home's phase.
//   REMOTE-PHASER-2  (no waiter waits for ever) A child with waiters in its subtree is told of
//     every phase that its parent learns of, and of the parent's phase in answer to a report with
//     arrivals. A representative answers such a report when the home has answered a chain that
//     begins with it. So a place with waiters is told of every phase that ends after its report of
//     them has reached the home, and of the current phase in answer to that report.
//   REMOTE-PHASER-3  (results) The home keeps results from the oldest that any waiter may ask for.
//     These are the oldest of the home's waiters, and for each child the oldest it reported and the
//     first it was not yet told. A representative reports the oldest of its subtree, and keeps
//     results for its children in the same way. A task that has arrived passes its first wait after
//     the answer to the report of its arrival, which carries the results from its own phase on:
//     each report of the chain asks for them, and each answer to it brings them.
//   REMOTE-PHASER-4  (order) One thread at a time writes messages of an object (publishing), from a
//     state read under the lock, so they leave in the order of the states that they describe. Parts
//     and results of accumulators are read after that, without the lock; those that a
//     representative has received as bytes, under it. Parts of phases that are over here do not
//     change any more, except by tasks that arrive later, whose own report follows. A
//     representative merges parts of its children into its own, or passes them on with its next
//     report. Its parent's record of it cannot pass a phase before that.
//   REMOTE-PHASER-5  (the end) When the phaser's scope has ended, reports may still be under way.
//     The phaser's name is retired like a reducer's, along the same tree (NAMES-8): the home exists
//     until every place has answered that it has forgotten the representative. Each answer follows
//     the last report of its place, since a place forgets its representative when all children have
//     answered, and no report of theirs can arrive any more. The home sends nothing once it is
//     leaving; a representative sends down only what its parent has sent; and the request to forget
//     follows all that on each edge. So no place answers before it has received what the home sent
//     earlier. No task is left that publishes, so handlers send all that is due.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <skua/detail/base/wide_tree.hpp>
#include <skua/wire/reader.hpp>
#include <skua/wire/writer.hpp>

#include "remote/phaser_children.hpp"
#include "remote/scope_tree.hpp"
#include "sync/phaser_object.hpp"

namespace skua::remote {

/// Sends travellers of other places towards their places, which end them: from the home, or from a
/// place on the way.
void send_releases(sender& out, sched::place_front const& at, std::uint64_t phaser,
                   std::span<sched::phaser_token const> travellers);
/// The rest of such a message at the place `at`: sends on the travellers of places below, and
/// returns the addresses of those of this place.
[[nodiscard]] std::vector<std::uint64_t> take_releases(sender& out, sched::place_front const& at, std::uint64_t phaser,
                                                       wire::reader& in);

/// The common part of both sides. Its members are under the phaser's lock.
class phaser_side : public sched::phaser_links {
 public:
  phaser_side(phaser_side const&) = delete;
  phaser_side& operator=(phaser_side const&) = delete;

  [[nodiscard]] bool has_changes() const noexcept final { return dirty_; }
  void scope_ended() noexcept final { is_leaving_ = true; }
  void publish() noexcept final;

 protected:
  phaser_side(sched::phaser_object& phaser, sender& out)
      : phaser_(phaser),
        sender_(out),
        tree_(phaser.made_at->number, sched::home_of_name(phaser.name()), phaser.made_at->total),
        children_(phaser, tree_) {}

  /// Under the lock, which it releases while it writes and sends.
  virtual void send_changes() noexcept = 0;
  /// Appends to `body`, for each accumulator, its name and what pack(phase_values&) writes, unless
  /// that is nothing.
  template <class Pack>
  void pack_values(wire::writer& body, Pack&& pack) {
    phaser_.for_each_value([&](sched::phase_values& values) { pack_block(body, values.name, [&] { pack(values); }); });
  }
  /// Appends an accumulator's name, a length, and what pack() writes, unless that is nothing.
  template <class Pack>
  static void pack_block(wire::writer& body, std::uint64_t accumulator, Pack&& pack) {
    std::size_t const begin = body.size();
    body.put(accumulator);
    body.put(std::uint32_t{0});
    pack();
    if (body.size() == begin + 12) {
      body.truncate(begin);
    } else {
      body.put_at(begin + 8, static_cast<std::uint32_t>(body.size() - begin - 12));
    }
  }
  [[nodiscard]] int place() const noexcept { return phaser_.made_at->number; }

  static constexpr std::uint64_t never = phaser_children::never;

  sched::phaser_object& phaser_;
  sender& sender_;
  base::wide_tree const tree_;  // the place in the tree of all places
  phaser_children children_;
  bool dirty_ = false;

 private:
  bool is_publishing_ = false;
  bool is_leaving_ = false;
};

}  // namespace skua::remote
