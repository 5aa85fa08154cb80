// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "expected_file.hpp"

#include <tuple>

namespace launch {

std::optional<expected_file::state> expected_file::state_now() const noexcept {
  struct stat status{};
  if (name_.empty() || ::stat(name_.c_str(), &status) != 0) return std::nullopt;
  return state{S_ISREG(status.st_mode), status.st_ino, status.st_size, status.st_mtim};
}

std::optional<std::string> expected_file::complaint(std::string const& program) const {
  if (name_.empty()) return std::nullopt;
  auto const words = [](state const& state) {
    return std::tuple(state.inode, state.size, state.changed.tv_sec, state.changed.tv_nsec);
  };
  std::optional<state> const now = state_now();
  if (now && !now->is_regular) return std::nullopt;  // a device does not show that it was written to
  if (now && (!before_ || words(*now) != words(*before_))) return std::nullopt;
  return "no trace in " + name_ + ": " + program + " had no run of Skua";
}

}  // namespace launch
