// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The end of a run that does not end by itself within its grace period: asks other places which
// tasks keep the run from ending, and ends their processes. Place 0 asks on its service thread; the
// polling threads of the other places answer, whatever their tasks do.
#pragma once

#include <mutex>
#include <string>

#include "core/place.hpp"
#include "core/task_events.hpp"
#include "remote/scope_tree.hpp"
#include "transport/transport.hpp"

namespace skua::remote {

class forced_end {
 public:
  forced_end(sched::place& place, sender& out, transport::endpoint& end) : place_(place), sender_(out), end_(end) {}

  /// Returns "; place 1: …" for each place that answers within half a second.
  std::string ask();
  /// From now on, no place reports the loss of another. The other places end with that exit code; a
  /// process that this one has forked and that is stopped is killed.
  void end_others(int code) noexcept;

  void on_ask_blockers(int from);
  void on_blockers(int from, transport::bytes body);
  [[noreturn]] void on_end(transport::bytes body) const;

 private:
  sched::place& place_;
  sender& sender_;
  transport::endpoint& end_;
  std::mutex lock_;
  std::string answers_;
  int answer_count_ = 0;
};

}  // namespace skua::remote
