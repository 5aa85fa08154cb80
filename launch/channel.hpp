// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How a place's output reaches skua-run: through a pipe, or a terminal of its own where the place
// should see one.
#pragma once

namespace launch {

/// Closes at the end of its life.
class owned_fd {
 public:
  explicit owned_fd(int fd = -1) noexcept : fd_(fd) {}
  owned_fd(owned_fd&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
  owned_fd& operator=(owned_fd&& other) noexcept;
  ~owned_fd();
  [[nodiscard]] int get() const noexcept { return fd_; }
  [[nodiscard]] bool open() const noexcept { return fd_ >= 0; }
  void close() noexcept;
  /// Another one of the same file. Throws failure.
  [[nodiscard]] owned_fd copy() const;

 private:
  int fd_;
};

struct channel {
  owned_fd ours;  ///< read without blocking
  owned_fd theirs;
  bool terminal = false;
};

/// A pipe; both ends are closed on exec. Throws failure.
channel open_pipe();

/// A terminal that changes nothing on the way and is as large as the one behind `like`; a pipe if
/// there can be none.
channel open_terminal(int like);

/// Gives a terminal made by open_terminal the size of another.
void copy_size(int from, int to) noexcept;

/// Opens /dev/null for standard streams that are closed, so that nothing else gets their numbers.
/// Throws failure.
void fill_standard_streams();

}  // namespace launch
