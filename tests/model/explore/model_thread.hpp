// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The records that the engine keeps: one for a thread, and one for a step of the trace.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "explore/context.hpp"
#include "explore/memory_order.hpp"
#include "explore/oracle.hpp"

namespace skua::model {

struct model_thread {
  enum class state_kind { ready, relaxed, sleeping, sleeping_timed, finished };

  context stack;
  std::function<void()> body;
  state_kind state = state_kind::ready;
  bool prepared = false;   // its stack is at the end of an earlier body, or fresh
  bool skip = false;       // the next point would be redundant
  bool has_read = false;   // has read something since the last relax()
  bool timed_out = false;  // how its last sleep ended
  unsigned timeouts = 0;
  std::uint32_t waits_for = 0;
  std::uint64_t mark = 0;    // the writes of other threads when this spinning round began to read
  std::uint64_t writes = 0;  // writes by this thread

  /// Before an execution; the stack stays.
  void reset() {
    state = state_kind::ready;
    skip = has_read = timed_out = false;
    timeouts = 0;
    mark = writes = 0;
  }
};

struct traced {
  std::size_t thread;
  event step;
  std::string name;
};

/// The steps, one per line.
inline std::string text_of(std::vector<traced> const& steps) {
  std::string text;
  for (traced const& x : steps) {
    event const& e = x.step;
    text += "  T" + std::to_string(x.thread) + " " + e.operation;
    if (e.location != no_location) text += " " + x.name + " = " + std::to_string(static_cast<std::int64_t>(e.value));
    text += std::string(" ") + text_of(e.order);
    text += e.missed != 0 ? " (past " + std::to_string(e.missed) + " newer)\n" : "\n";
  }
  return text;
}

}  // namespace skua::model
