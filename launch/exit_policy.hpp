// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Decides a run's exit code and the message about its end. Pure logic: its input is the ends of
// places; it uses no processes and no clock.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <skua/exit_codes.hpp>

#include "place_process.hpp"

namespace launch {

class exit_policy {
 public:
  struct ended {
    int place;
    int pid;
    ending end;
  };

  /// A place has ended. Ends found in one scan may be added in any order.
  void add(ended const& ended);

  [[nodiscard]] bool failed() const noexcept { return cause_.has_value(); }
  /// The exit code of the first place that failed; 0 if none has.
  [[nodiscard]] int exit_code() const noexcept { return cause_ ? cause_->end.exit_code() : skua::exit_code::success; }

  /// skua-run has sent this signal to the places: a place killed by it is not reported.
  void expect(int signal) { expected_.push_back(signal); }
  /// From now on skua-run ends the places, so their ends do not count.
  void close() noexcept { closed_ = true; }

  /// The message to print now, at most once. A killed place is reported at once. An exit code is
  /// reported only if skua-run had to end other places (`others_had_to_end`): a place that fails
  /// prints its own message.
  std::optional<std::string> report(bool others_had_to_end);

 private:
  bool expected(ending const& end) const noexcept;
  static int weight(ending const& end) noexcept;

  bool closed_ = false;
  bool reported_ = false;
  bool lost_ = false;  // a place has ended because another one was lost
  std::optional<ended> cause_;
  std::optional<ended> early_exit_;  // a place that ended with code 0 before any place failed
  std::vector<int> expected_;
};

}  // namespace launch
