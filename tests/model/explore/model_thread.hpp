// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the engine keeps of a thread, and of a step for the trace.
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
  bool looked = false;     // has read something since the last relax()
  bool timed_out = false;  // how its last sleep ended
  unsigned timeouts = 0;
  std::uint32_t waits_for = 0;
  std::uint64_t mark = 0;    // others' writes when this spinning round began to read
  std::uint64_t writes = 0;  // its own

  /// Before an execution; the stack stays.
  void reset() {
    state = state_kind::ready;
    skip = looked = timed_out = false;
    timeouts = 0;
    mark = writes = 0;
  }
};

struct traced {
  std::size_t thread;
  event what;
  std::string name;
};

/// The steps, one per line.
inline std::string text_of(std::vector<traced> const& steps) {
  std::string text;
  for (traced const& x : steps) {
    event const& e = x.what;
    text += "  T" + std::to_string(x.thread) + " " + e.what;
    if (e.location != no_location) {
      text += " " + x.name + " = " + std::to_string(static_cast<std::int64_t>(e.value));
    }
    text += std::string(" ") + text_of(e.order);
    text += e.missed != 0 ? " (past " + std::to_string(e.missed) + " newer)\n" : "\n";
  }
  return text;
}

}  // namespace skua::model
