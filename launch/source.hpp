// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One stream of one place, on its way to a destination.
//
// Lines go on when they are complete, and the rest when the place has ended. A live source goes on
// as it comes. Lines up to `longest_line` stay whole; of a longer one, pieces go on.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "channel.hpp"
#include "destination.hpp"

namespace launch {

class source {
 public:
  static constexpr std::size_t longest_line = 1 << 20;

  struct manner {
    int writer;          ///< who writes, for the destination
    std::string prefix;  ///< of each line
    bool live;
  };

  source(owned_fd from, destination& to, manner how) : from_(std::move(from)), to_(&to), how_(std::move(how)) {}

  [[nodiscard]] int fd() const noexcept { return from_.get(); }
  [[nodiscard]] bool open() const noexcept { return from_.open(); }
  [[nodiscard]] destination& to() const noexcept { return *to_; }
  /// Whether there is a point in reading now.
  [[nodiscard]] bool wanted() const noexcept { return open() && !to_->full(); }

  /// Reads what is there, at most `most` bytes; false: nothing was.
  bool read();
  /// The place has ended, and nothing is left to read.
  void finish();

 private:
  static constexpr std::size_t most = 64 << 10;

  void take(std::string_view text);
  void pass(std::string_view lines);

  owned_fd from_;
  destination* to_;
  manner how_;
  std::string rest_;        // an unfinished line
  bool continued_ = false;  // whose beginning has gone on
};

}  // namespace launch
