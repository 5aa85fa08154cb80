// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Supervises a run from its first process to its last: the event loop of skua-run.
//
// running -> ending -> over. After a place has failed, the others may end by themselves; then they
// get SIGTERM, then SIGKILL, all within a second.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "channel.hpp"
#include "clock.hpp"
#include "command_line.hpp"
#include "exit_policy.hpp"
#include "output.hpp"
#include "place_process.hpp"
#include "plan.hpp"
#include "signals.hpp"
#include "watch.hpp"

namespace launch {

class supervisor {
 public:
  /// `view`: of --watch; null: none.
  supervisor(plan const& run_plan, command_line const& options, watch* view);
  ~supervisor();
  supervisor(supervisor const&) = delete;
  supervisor& operator=(supervisor const&) = delete;

  /// Returns the exit code. Throws failure.
  int run();

 private:
  // Grace period after a failure, until the remaining places get SIGTERM. After an exit code they
  // are most likely about to end by themselves.
  static constexpr milliseconds grace_after_kill{100};
  static constexpr milliseconds grace_after_exit{400};
  static constexpr milliseconds view_period{500};
  static constexpr milliseconds view_line_period{10'000};  // without a terminal
  static constexpr milliseconds kill_grace{300};           // from SIGTERM to SIGKILL
  static constexpr milliseconds time_limit_grace{5'000};   // the same at the time limit: a search saves itself
  static constexpr milliseconds one_signal{200};           // a repeated signal within this time counts as the same one

  void start();
  void step();
  void look_at_places();
  void listen();
  void on_signal(signals::arrival const& arrival);
  void on_end_request(signals::arrival const& arrival);
  void stop_and_continue(bool from_terminal);
  void on_time();
  void finish_output();
  void look_at_output();
  void look_at_run();

  void begin_ending(clock::duration grace, clock::duration until_kill = kill_grace);
  void send_all(int signal);
  void kill_all();
  void say_about(int place, std::string const& text);
  [[nodiscard]] int running() const noexcept;
  [[nodiscard]] int wait_ms() const noexcept;
  void shift_times(clock::duration pause) noexcept;

  plan const& plan_;
  command_line const& options_;
  signals signals_;
  output output_;
  unique_fd memory_;  // that the places share
  std::vector<place_process> places_;
  exit_policy exit_policy_;

  std::optional<int> code_;   // the exit code, if it is not the exit_policy's
  int end_signal_ = 0;        // the first signal that asked skua-run to end
  bool output_lost_ = false;  // reported
  bool abandoned_ = false;    // a second signal asked skua-run to end: no more output is written
  clock::time_point end_signal_at_{};
  std::optional<clock::time_point> limit_, terminate_at_, kill_at_;
  watch* const view_;
  std::optional<clock::time_point> look_at_;  // the next look of the view
};

}  // namespace launch
