// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a run's exit code is, and what is said about its end: places that end go in, no processes
// and no clock.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "place_process.hpp"

namespace launch {

class verdict {
 public:
  struct ended {
    int place;
    int pid;
    ending how;
  };

  /// A place has ended. Those whose ends were found at the same time may come in any order.
  void add(ended const& e);

  [[nodiscard]] bool failed() const noexcept { return cause_.has_value(); }
  /// That of the first place that failed.
  [[nodiscard]] int exit_code() const noexcept { return cause_ ? cause_->how.exit_code() : 0; }

  /// We have sent this signal to the places: dying of it needs no words.
  void expect(int signal) { expected_.push_back(signal); }
  /// From now on places end because we make them.
  void close() noexcept { closed_ = true; }

  /// What there is to say now, once. A kill is worth a line at once; an exit code only if it has
  /// kept others from ending by themselves (`others_had_to_end`): who fails on its own account says
  /// so itself.
  std::optional<std::string> report(bool others_had_to_end);

 private:
  bool expected(ending const& e) const noexcept;
  static int weight(ending const& e) noexcept;

  bool closed_ = false;
  bool reported_ = false;
  bool lost_ = false;  // a place has ended because another was lost
  std::optional<ended> cause_;
  std::optional<ended> deserter_;  // ended well, before anybody failed
  std::vector<int> expected_;
};

}  // namespace launch
