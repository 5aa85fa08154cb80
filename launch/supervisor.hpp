// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A run from its first process to its last: the one loop of skua-run.
//
// running -> ending (a place has failed: the others may end by themselves, then are asked to, then
// are killed) -> over. All within a second.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "channel.hpp"
#include "clock.hpp"
#include "command_line.hpp"
#include "output.hpp"
#include "place_process.hpp"
#include "plan.hpp"
#include "signals.hpp"
#include "verdict.hpp"

namespace launch {

class supervisor {
 public:
  supervisor(plan const& what, command_line const& options);
  ~supervisor();
  supervisor(supervisor const&) = delete;
  supervisor& operator=(supervisor const&) = delete;

  /// Returns the exit code. Throws failure.
  int run();

 private:
  // Until those left by a failure are asked to end. After an exit code they are most likely about
  // to end themselves.
  static constexpr milliseconds patience_after_kill{100};
  static constexpr milliseconds patience_after_exit{400};
  static constexpr milliseconds last_patience{300};  // from then until they are killed
  static constexpr milliseconds one_signal{200};     // the same one again within this time is no second one

  void start();
  void step();
  void look_at_places();
  void listen();
  void on_signal(signals::arrival const& s);
  void on_end_request(signals::arrival const& s);
  void stop_and_continue(bool from_terminal);
  void on_time();
  void finish_output();
  void look_at_output();

  void begin_ending(clock::duration until_asked);
  void send_all(int signal);
  void kill_all();
  void say_about(int place, std::string const& text);
  [[nodiscard]] int running() const noexcept;
  [[nodiscard]] int wait_ms() const noexcept;
  void shift_times(clock::duration by) noexcept;

  plan const& plan_;
  command_line const& options_;
  signals signals_;
  output output_;
  std::vector<place_process> places_;
  verdict verdict_;

  std::optional<int> code_;   // if it is not the verdict's
  int asked_by_ = 0;          // the first signal that asked us to end
  bool output_lost_ = false;  // and a line has said so
  bool abandoned_ = false;    // a second one came when only output was left
  clock::time_point asked_at_{};
  std::optional<clock::time_point> limit_, ask_at_, kill_at_;
};

}  // namespace launch
