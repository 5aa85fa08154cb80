// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bounds of an exploration, and its result.
#pragma once

#include <cstdint>
#include <string>

namespace skua::model {

/// Bounds of one exploration. Within them it is exhaustive.
struct options {
  std::string name;          ///< selects the exploration in SKUA_MODEL_REPLAY
  unsigned preemptions = 3;  ///< switches away from a thread that could continue
  /// the choice of the thread that follows a stopped one also counts, unless it is the next in
  /// order
  bool delays = false;
  /// another thread takes over, in cyclic order, after this number of steps; 0: only by choice
  unsigned slice = 0;
  unsigned stale_reads = 4;                  ///< older values a thread may take from a location in a row
  unsigned timeouts = 1;                     ///< timed waits of a thread that may end early
  std::uint64_t max_steps = 4000;            ///< in one execution; more is reported as a livelock
  std::uint64_t max_executions = 2'000'000;  ///< more leaves the exploration incomplete
  bool spurious_failures = false;            ///< compare_exchange_weak may fail without a cause
  bool late_stores = false;                  ///< a store may enter the modification order before others' stores
  bool heavy_fence_everywhere = false;       ///< heavy_fence() needs no light_fence() on the other side
  std::string mutation;                      ///< the planted weakening that mutated() reports as present
};

/// The usual bounds, with a mutation, if any, as a part of the name.
inline options named(char const* name, unsigned preemptions = 3, char const* mutation = "") {
  options o;
  o.name = std::string(name) + mutation;
  o.preemptions = preemptions;
  o.mutation = mutation;
  return o;
}

/// For protocols of sleeping and waking: there the choice of the thread that follows a stopped one
/// matters, and old values matter little.
inline options bounds(char const* name, unsigned preemptions, char const* mutation = "", unsigned stale_reads = 2) {
  options o = named(name, preemptions, mutation);
  o.delays = true;
  o.stale_reads = stale_reads;
  return o;
}

/// The result of an exploration.
struct result {
  std::string name;
  std::string failure;  ///< empty, or what went wrong in the first failing execution
  std::string replay;   ///< decisions of that execution
  std::string trace;    ///< its steps, one per line
  std::uint64_t executions = 0;
  std::uint64_t steps = 0;
  bool complete = false;  ///< every execution within the bounds was run

  [[nodiscard]] bool failed() const { return !failure.empty(); }
  [[nodiscard]] bool holds() const { return complete && failure.empty(); }

  /// Text for a test log: the failure, its steps and the way to run it again.
  [[nodiscard]] std::string report() const {
    std::string text = name + ": " + std::to_string(executions) + " executions, " + std::to_string(steps) + " steps";
    if (!failed()) return text + (complete ? ", complete\n" : ", NOT complete (max_executions)\n");
    return text + "\n" + failure + "\nsteps of the failing execution:\n" + trace +
           "to see it again: SKUA_MODEL_REPLAY='" + name + "=" + replay + "'\n";
  }
};

}  // namespace skua::model
