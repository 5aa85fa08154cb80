// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kinds of messages between places. The function that writes a body defines its layout.
#pragma once

#include <cstdint>

namespace skua::remote {

enum class kind : std::uint32_t {
  fragment,           ///< a part of a message that was too large
  tasks,              ///< tasks of one scope: sent by the user, stolen, or pushed along a lifeline
  joined,             ///< to the lender: the tasks sent for this scope have joined a frame here; its weight
  engaged,            ///< to the lender: tasks that another place sent have made a proxy here, a child of yours
  done,               ///< to the parent: a proxy here has no task left; its counts, exceptions, contributions
  cancel,             ///< a scope is cancelled
  post,               ///< a task of no scope
  result,             ///< the result of a task, to the place of its future
  request_result,     ///< request: the result of a future of the receiver
  release_share,      ///< shares of a future of the receiver that no handle at the sender holds any more
  forget,             ///< a future of the sender has been destroyed: destroy its copy
  steal,              ///< request: tasks
  nothing,            ///< answer to `steal`: there are none
  ask_load,           ///< request: the receiver's load
  load,               ///< answer to `ask_load`
  describe,           ///< request to the parent: the description from which to make a replica of an object
  description,        ///< answer to `describe` of a place that was asked itself
  ask_parts,          ///< request: the parts of a reducer that were merged in the receiver's subtree of places
  parts,              ///< answer to `ask_parts` or `reset` of a place that was asked itself
  use,                ///< request: note that tasks of another place's scope use a reducer of the receiver here
  reset,              ///< request: forget all values merged into a reducer in the receiver's subtree of places
  retire,             ///< request: forget the names of objects of one place, in the receiver's subtree of places
  retired,            ///< answer to `retire`
  phaser_report,      ///< to the parent in the tree of a phaser: registrations in the sender's subtree, their phases
  phaser_phase,       ///< to a child there: phases have ended
  phaser_release,     ///< to a child there: end registrations kept for tasks that have arrived
  phaser_ask,         ///< request: the phase of a phaser of the receiver, and a registration
  memory,             ///< of the global memory (src/memory/protocol.hpp)
  collective,         ///< of a collective operation (src/collective/protocol.hpp)
  show_status,        ///< request: print what the receiver does
  failed,             ///< to place 0: an exception outside any scope ends the run
  signalled,          ///< this signal asks the run to end: to place 0 from the place that got it, from there to all
  ask_blockers,       ///< request of place 0 after the grace period: which tasks keep the run from ending
  blockers,           ///< answer to `ask_blockers`: text
  force_end,          ///< end the process with this exit code, at once
  wave,               ///< request of the parent place: numbers of posts, once the root scope has no task
  wave_answer,        ///< answer to `wave`: posts sent and received in the sender's subtree
  ask_losses,         ///< request of the parent place: posts that were lost (lost_posts.hpp)
  losses,             ///< answer to `ask_losses`: the losses of the sender's subtree
  post_count,         ///< request: how many of the posts that the sender has sent have come?
  post_count_answer,  ///< answer to `post_count`
  losses_reported,    ///< from place 0: it has reported lost posts, and ends the run
  over,               ///< from the parent place: the run has ended, with this exit code
  over_acknowledged,  ///< answer to `over`: the sender's subtree has also ended the run
  left,               ///< the process of the sender takes part in no further run; the number of runs it had
  census,             ///< request of place 0: can a task run at the receiver?
  census_answer,      ///< answer to `census`: also the numbers of messages sent and handled
  ask_waiting,        ///< request of place 0 in a deadlock of all places: which tasks wait?
  waiting,            ///< answer to `ask_waiting`
};

/// Whether the deadlock detector counts messages of that kind. It does not count those of waves:
/// they make no task run while tasks remain (a wave for the end of posts ends the run only when
/// none does), and if they counted, a wave would never see equal numbers.
constexpr bool is_counted(kind type) noexcept {
  switch (type) {
    case kind::wave:
    case kind::wave_answer:
    case kind::ask_losses:
    case kind::losses:
    case kind::post_count:
    case kind::post_count_answer:
    case kind::losses_reported:
    case kind::census:
    case kind::census_answer:
    case kind::ask_waiting:
    case kind::waiting:
    case kind::show_status:
    case kind::left:
      return false;
    default:
      return true;
  }
}

}  // namespace skua::remote
