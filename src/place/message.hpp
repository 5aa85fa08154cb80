// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What places say to one another. The layout of each body stands with the function that writes it.
#pragma once

#include <cstdint>

namespace skua::remote {

enum class kind : std::uint32_t {
  fragment,        ///< part of a message that was too large
  tasks,           ///< tasks, grouped by scope: sent to us, stolen by us, or pushed along a lifeline
  joined,          ///< the tasks sent for this scope have joined a proxy that has another parent
  engaged,         ///< tasks that came from another place have made us the parent of a proxy
  done,            ///< a proxy of which we are the parent has no task left: counts, exceptions, contributions
  cancel,          ///< a scope is cancelled
  post,            ///< a task of no scope
  result,          ///< the result of a task whose future is here
  want,            ///< the result of a future of ours
  let_go,          ///< shares of a future of ours that nobody there holds any more
  forget,          ///< a future of theirs has gone: its copy is of no use
  steal,           ///< a place wants tasks
  nothing,         ///< there are none
  ask_load,        ///< how busy are you?
  load,            ///< this busy
  describe,        ///< what an object of ours is made from, please
  ask_part,        ///< what a reducer of another place has got here so far
  use,             ///< tasks here, of a scope of another place, use a reducer of yours
  reset,           ///< a reducer of another place starts afresh
  retire,          ///< an object of ours is going: forget its name
  retired,         ///< forgotten
  phaser_report,   ///< a representative of a phaser of ours: who is registered there, and how far they are
  phaser_phase,    ///< phases of a phaser of another place have ended
  phaser_release,  ///< the task for which a registration here was kept is known to its phaser
  phaser_ask,      ///< the phase of a phaser of ours, and a registration, please
  memory,          ///< of the global memory (src/memory/protocol.hpp)
  collective,      ///< of a collective operation (src/collective/protocol.hpp)
  failed,          ///< an exception outside any scope ends the run
  signalled,       ///< this signal asks the run to end: to place 0 from the place that got it, from there to all
  in_the_way,      ///< which tasks keep you from ending the run? From place 0, when the run's grace is over
  way_answer,      ///< these: text
  force_end,       ///< end with this exit code, at once
  wave,            ///< are all posts done?
  wave_answer,     ///< how many were sent and ran
  over,            ///< the run has ended, with this exit code
  over_heard,      ///< heard, and this place has ended it too
  census,          ///< can anything run at your place?
  census_answer,   ///< this many messages sent and handled, and whether something can
  ask_waiting,     ///< all places are in a deadlock: which tasks wait?
  waiting,         ///< these
};

/// Whether the deadlock detector counts messages of that kind. Those of waves do not count: they
/// make no task run while tasks are left (a wave for the end of posts ends the run only when none
/// is), and a wave would never see equal numbers.
constexpr bool is_counted(kind k) noexcept {
  switch (k) {
    case kind::wave:
    case kind::wave_answer:
    case kind::census:
    case kind::census_answer:
    case kind::ask_waiting:
    case kind::waiting:
      return false;
    default:
      return true;
  }
}

}  // namespace skua::remote
