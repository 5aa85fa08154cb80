// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One of skua-run's own output streams. Many writers share it, and lines stay whole.
//
// Writing never blocks: text that the reader does not take yet is buffered here, and `full` tells
// the writers to stop. If another writer writes after an unfinished line, a line break ends that
// line. On a terminal the unfinished line is instead erased and redrawn below, so a progress line
// stays the last one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "system/unique_fd.hpp"

namespace launch {

class destination {
 public:
  explicit destination(int fd);

  [[nodiscard]] int fd() const noexcept { return fd_; }
  [[nodiscard]] bool terminal() const noexcept { return terminal_; }
  /// Whether the reader has closed its end, or a write has failed: later text is dropped.
  [[nodiscard]] bool broken() const noexcept { return broken_; }
  /// The error number of the failed write; 0: none. It is not an error if the reader closes its
  /// end.
  [[nodiscard]] int write_error() const noexcept { return write_error_; }
  [[nodiscard]] bool waiting() const noexcept { return sent_bytes_ < text_.size(); }
  [[nodiscard]] bool full() const noexcept { return text_.size() - sent_bytes_ >= most_waiting; }

  /// Writes text of a writer; it may end with an unfinished line. `live`: the writer may continue
  /// that line at once.
  void put(int writer, std::string_view text, bool live = false);
  /// On a terminal: these lines stay below all other text, in place of those of the last call. An
  /// empty list removes them. While the last text ends within a line that is not live, they are
  /// hidden.
  void show_below(std::vector<std::string> lines);
  /// Writes as much as possible without blocking.
  void flush() noexcept;

 private:
  static constexpr std::size_t most_waiting = 256 << 10;

  void remember(int writer, std::string_view text, bool live);
  bool erasable() const noexcept;
  void erase_below();
  void draw_below();

  int const fd_;
  bool const terminal_;
  skua::system::unique_fd own_;  // a terminal, opened once more: its writes do not block
  bool erases_ = false;          ///< the terminal knows the sequence that erases a line
  bool broken_ = false;
  int write_error_ = 0;
  std::string text_;
  std::size_t sent_bytes_ = 0;
  int writer_ = -1;          // of the last text
  bool unfinished_ = false;  // the last text ended within a line
  std::string drawn_;        // that line, if it is live, from its last carriage return on
  bool live_ = false;
  std::vector<std::string> below_;
  std::size_t below_drawn_ = 0;  // lines of it on the terminal now
};

}  // namespace launch
