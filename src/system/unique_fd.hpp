// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A file descriptor with one owner, which closes it.
#pragma once

#include <unistd.h>

#include <utility>

namespace skua::system {

class unique_fd {
 public:
  /// Owns that descriptor from now on; negative: none.
  explicit unique_fd(int fd = -1) noexcept : fd_(fd) {}
  unique_fd(unique_fd&& other) noexcept : fd_(other.release()) {}
  unique_fd& operator=(unique_fd&& other) noexcept {
    unique_fd const old(std::exchange(fd_, other.release()));
    return *this;
  }
  ~unique_fd() { close(); }

  [[nodiscard]] int get() const noexcept { return fd_; }
  explicit operator bool() const noexcept { return fd_ >= 0; }
  /// Gives the descriptor up: the caller closes it.
  [[nodiscard]] int release() noexcept { return std::exchange(fd_, -1); }
  /// Closes it now. Returns false on failure; errno says why, and a file may not have all that was
  /// written.
  bool close() noexcept { return fd_ < 0 || ::close(release()) == 0; }

 private:
  int fd_;
};

}  // namespace skua::system
