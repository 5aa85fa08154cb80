// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// All output of a run: the streams of all places, and the messages of skua-run itself.
#pragma once

#include <poll.h>

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "destination.hpp"
#include "output_forwarder.hpp"

namespace launch {

class output {
 public:
  explicit output(bool tag);

  /// The descriptors for a place's standard output and standard error.
  struct ends {
    unique_fd output, error;
  };
  /// Creates the channels of the next place. Throws failure.
  ends add_place(int place, int places);

  /// Writes a line of skua-run itself.
  void say(std::string const& text);
  /// The terminal for a live view, or -1: there is none.
  [[nodiscard]] int view_terminal() const noexcept;
  /// Shows these lines below all output on the terminal; none: they go.
  void show_below(std::vector<std::string> lines);
  /// Passes the new size of the terminal on.
  void resize() noexcept;

  /// `want` adds the descriptors that poll should watch; `serve` handles the result of poll.
  void want(std::vector<pollfd>& fds) const;
  void serve(std::vector<pollfd> const& fds);
  /// Call this after all places have ended: closes every output_forwarder that has no more data.
  void drain();
  [[nodiscard]] bool done() const noexcept;
  /// Whether the reader of standard output or standard error has closed it, or a write has failed.
  [[nodiscard]] bool broken() const noexcept { return standard_output_.broken() || err().broken(); }
  /// The reason of lost output: "standard output: No space left on device".
  [[nodiscard]] std::optional<std::string> loss() const;

 private:
  destination& err() noexcept { return same_ ? standard_output_ : standard_error_; }
  destination const& err() const noexcept { return same_ ? standard_output_ : standard_error_; }
  bool live_on_terminal(destination const& to, int place) const noexcept;
  unique_fd add(destination& to, int place, int places, int stream);

  bool const tag_;
  bool const same_;  // both standard streams are one file
  destination standard_output_{1};
  destination standard_error_{2};
  std::deque<output_forwarder> forwarders_;
  struct terminal {
    output_forwarder const* place;
    int model;  // the descriptor with the real size
  };
  std::vector<terminal> terminals_;
};

}  // namespace launch
