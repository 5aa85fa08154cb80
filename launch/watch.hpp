// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The live view of --watch: where the places serve their numbers, and what to show of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "clock.hpp"
#include "observe/live_view.hpp"
#include "system/unique_fd.hpp"

namespace launch {

class watch {
 public:
  /// `metrics`: the user's SKUA_METRICS; empty: the sockets get a private folder, which the
  /// destructor removes. If this process is killed, the next one that makes a folder removes it.
  /// Throws failure.
  explicit watch(std::string const& metrics);
  ~watch();
  watch(watch const&) = delete;
  watch& operator=(watch const&) = delete;

  /// The value of SKUA_METRICS for the places.
  [[nodiscard]] std::string setting() const { return "unix:" + path_; }
  /// Asks the places. Returns false if none has answered.
  bool look();
  /// The last view for a terminal, or an empty one if there was none.
  [[nodiscard]] std::vector<std::string> lines(int terminal) const;
  /// The view in one line; empty if there was none.
  [[nodiscard]] std::string line() const;

 private:
  std::string folder_;            // empty: the user's path
  skua::system::unique_fd lock_;  // of the folder
  std::string path_;
  skua::observe::view_maker views_;
  std::optional<skua::observe::run_view> view_;
};

}  // namespace launch
