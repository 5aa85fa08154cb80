// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A file that the program writes if it has a run of Skua: a trace, a record.
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>
#include <utility>

namespace launch {

class expected_file {
 public:
  /// Before the program starts. Empty name: none is expected.
  expected_file(std::string name, std::string content) : name_(std::move(name)), content_(std::move(content)) {
    before_ = state_now();
  }
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
  std::string content_;
  std::optional<state> before_;
};

}  // namespace launch
