// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The channel for a place's output to skua-run: a pipe, or a pseudo-terminal if the place should
// see a terminal.
#pragma once

namespace launch {

/// A file descriptor that the destructor closes.
class owned_fd {
 public:
  explicit owned_fd(int fd = -1) noexcept : fd_(fd) {}
  owned_fd(owned_fd&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
  owned_fd& operator=(owned_fd&& other) noexcept;
  ~owned_fd();
  [[nodiscard]] int get() const noexcept { return fd_; }
  [[nodiscard]] bool open() const noexcept { return fd_ >= 0; }
  void close() noexcept;
  /// A duplicate for the same file. Throws failure.
  [[nodiscard]] owned_fd copy() const;

 private:
  int fd_;
};

struct channel {
  owned_fd reader;  ///< for skua-run, non-blocking
  owned_fd writer;  ///< for the place
  bool terminal = false;
};

/// A pipe; both ends are closed on exec. Throws failure.
channel open_pipe();

/// A pseudo-terminal in raw mode, of the same size as the terminal `model`; a pipe if none can be
/// created.
channel open_terminal(int model);

/// Sets the size of a terminal of open_terminal to that of another one.
void copy_size(int from, int to) noexcept;

/// Opens /dev/null for closed standard streams, so that no other file gets their descriptors.
/// Throws failure.
void fill_standard_streams();

}  // namespace launch
