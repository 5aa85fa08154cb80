// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The end of a run that does not end by itself within its grace: which tasks are in the way at
// other places, and the end of those places' processes. Place 0 asks on its service thread; the
// others answer on the thread that polls, whatever their tasks do.
#pragma once

#include <mutex>
#include <string>

#include "place/scope_tree.hpp"
#include "sched/place.hpp"
#include "transport/transport.hpp"

namespace skua::remote {

class forced_end {
 public:
  forced_end(sched::place& p, sender& out, transport::endpoint& end) : place_(p), out_(out), end_(end) {}

  /// "; place 1: …" for each place that answers within a moment.
  std::string ask();
  /// No place reports the loss of another from now on; the others end with that exit code.
  void end_others(int code) noexcept;

  void on_question(int from);
  void on_answer(int from, transport::bytes body);
  [[noreturn]] static void on_end(transport::bytes body);

 private:
  sched::place& place_;
  sender& out_;
  transport::endpoint& end_;
  std::mutex lock_;
  std::string answers_;
  int answered_ = 0;
};

}  // namespace skua::remote
