// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The counters and times of the statistics, one line each. The code that holds, reads, adds or
// prints them is generated from these lists. A new counter needs a line here, and the code that
// counts.
//
// A list calls EACH(name) for each of its lines.
#pragma once

#include <cstdint>

#include <skua/detail/base/config.hpp>

// The counters of a worker.
#define SKUA_WORKER_COUNTERS(EACH)                                          \
  EACH(steals)        /* successful steals from other workers */            \
  EACH(stolen)        /* tasks moved by these steals */                     \
  EACH(failed_steals) /* searches of all workers that found no task */      \
  EACH(suspensions)   /* tasks that gave up the worker */                   \
  EACH(resumptions)   /* suspended tasks that this worker resumed */        \
  EACH(parks)         /* times the worker went to sleep */                  \
  EACH(publications)  /* times it made tasks public: a thief asked */       \
  EACH(reclaims)      /* joins with public or stolen tasks */               \
  EACH(throttles)     /* full deques */                                     \
  EACH(fibres)        /* stacks allocated */                                \
  EACH(forced)        /* times a thief made a busy worker's tasks public */ \
  EACH(tasks)         /* tasks queued; only with stats_level::detailed */

// The activities of a worker (Chasapis 2013, figures 4.11 and 4.12). Without detailed timing
// issue, execute and pack are part of user.
#define SKUA_WORKER_PHASES(EACH)                                      \
  EACH(init)     /* from the thread's start to its first task */      \
  EACH(user)     /* in the user's code */                             \
  EACH(issue)    /* queueing tasks */                                 \
  EACH(execute)  /* starting and ending tasks */                      \
  EACH(pack)     /* writing and reading what goes to other places */  \
  EACH(wait)     /* its task waits, and no other task can run */      \
  EACH(idle)     /* no task at this place: looking for one, asleep */ \
  EACH(finalise) /* after the last task */

// The counters of a place: its requests to other places.
#define SKUA_REQUEST_COUNTERS(EACH)                                        \
  EACH(asked)     /* requests for tasks */                                 \
  EACH(refused)   /* requests answered with "no tasks" */                  \
  EACH(lifelines) /* requests that the victim keeps until it has tasks */  \
  EACH(loots)     /* messages with tasks, as an answer or by a lifeline */ \
  EACH(tasks)     /* tasks in these messages */

// EACH for the members of a snapshot.
#define SKUA_COUNT(name) std::uint64_t name = 0;
#define SKUA_SECONDS(name) double name = 0;

namespace skua::observe {

#define SKUA_CALL(name) function(#name, &T::name...);
/// Calls function("steals", &T::steals for each T...), and so on for each counter of a worker.
template <class... T, class F>
constexpr void for_each_worker_counter(F const& function) {
  SKUA_WORKER_COUNTERS(SKUA_CALL)
}
/// Like for_each_worker_counter, for the time in each phase.
template <class... T, class F>
constexpr void for_each_phase(F const& function) {
  SKUA_WORKER_PHASES(SKUA_CALL)
}
/// Like for_each_worker_counter, for the requests of a place.
template <class... T, class F>
constexpr void for_each_request_counter(F const& function) {
  SKUA_REQUEST_COUNTERS(SKUA_CALL)
}
#undef SKUA_CALL

}  // namespace skua::observe
