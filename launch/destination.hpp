// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One of skua-run's own streams, to which many write and in which lines stay whole.
//
// Writing never blocks: what the reader does not take yet waits here, and `full` asks the writers
// to stop. A writer that leaves its line unfinished has it to itself only until another one writes:
// then a line break comes between. On a terminal that writer's line is instead erased and drawn
// again below, so a progress line stays the last one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace launch {

class destination {
 public:
  explicit destination(int fd);

  [[nodiscard]] int fd() const noexcept { return fd_; }
  [[nodiscard]] bool terminal() const noexcept { return terminal_; }
  /// Nothing can be written any more, and later text is dropped: the reader has closed its end, or
  /// a write has failed.
  [[nodiscard]] bool broken() const noexcept { return broken_; }
  /// The error number of the write that failed, 0 if none did. A reader that closes its end loses
  /// nothing that it wanted.
  [[nodiscard]] int write_error() const noexcept { return write_error_; }
  [[nodiscard]] bool waiting() const noexcept { return sent_ < text_.size(); }
  [[nodiscard]] bool full() const noexcept { return text_.size() - sent_ >= most_waiting; }

  /// Text of a writer; what it ends with may be an unfinished line. `live`: the writer may go on
  /// with it at once.
  void put(int writer, std::string_view text, bool live = false);
  /// Writes as much as does not block.
  void flush() noexcept;

 private:
  static constexpr std::size_t most_waiting = 256 << 10;

  void remember(int writer, std::string_view text, bool live);
  bool erasable() const noexcept;

  int const fd_;
  bool const terminal_;
  bool broken_ = false;
  int write_error_ = 0;
  std::string text_;
  std::size_t sent_ = 0;
  int writer_ = -1;          // of the last text
  bool unfinished_ = false;  // it ended within a line
  std::string drawn_;        // that line, if it is live, from its last carriage return on
  bool live_ = false;
};

}  // namespace launch
