// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Forwards one stream of one place to a destination.
//
// It forwards complete lines, and an unfinished line when the place has ended. A live
// output_forwarder forwards text at once. Lines of up to `longest_line` bytes stay whole; a longer
// line is forwarded in pieces.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "channel.hpp"
#include "destination.hpp"

namespace launch {

class output_forwarder {
 public:
  static constexpr std::size_t longest_line = 1 << 20;

  struct forwarding_options {
    int writer;          ///< identifies the writer to the destination
    std::string prefix;  ///< of each line
    bool live;
  };

  output_forwarder(unique_fd input, destination& to, forwarding_options options)
      : input_(std::move(input)), destination_(&to), options_(std::move(options)) {}

  [[nodiscard]] int fd() const noexcept { return input_.get(); }
  [[nodiscard]] bool open() const noexcept { return static_cast<bool>(input_); }
  [[nodiscard]] destination& to() const noexcept { return *destination_; }
  /// Whether this should be read: it is open, and the destination is not full.
  [[nodiscard]] bool wanted() const noexcept { return open() && !destination_->full(); }

  /// Reads available text, at most `most_bytes` bytes. Returns false if there was none.
  bool read();
  /// Call this when the place has ended and all its text has been read.
  void finish();

 private:
  static constexpr std::size_t most_bytes = 64 << 10;

  void take(std::string_view text);
  void pass(std::string_view lines);

  unique_fd input_;
  destination* destination_;
  forwarding_options options_;
  std::string partial_line_;  // text after the last line break
  bool continued_ = false;    // the beginning of that line has been forwarded
};

}  // namespace launch
