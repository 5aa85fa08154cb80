// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The trace, which the program writes if it has a run of Skua.
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>
#include <utility>

namespace launch {

class expected_file {
 public:
  /// Before the program starts. Empty name: none is expected.
  explicit expected_file(std::string name) : name_(std::move(name)) { before_ = state_now(); }
  /// The program has ended: a line if it has not touched the file. None for a device.
  [[nodiscard]] std::optional<std::string> complaint(std::string const& program) const;

 private:
  struct state {
    bool is_regular;
    ino_t inode;
    off_t size;
    timespec changed;
  };
  [[nodiscard]] std::optional<state> state_now() const noexcept;

  std::string name_;
  std::optional<state> before_;
};

}  // namespace launch
