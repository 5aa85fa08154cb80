// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// All output of a run: the streams of all places, and what skua-run itself says.
#pragma once

#include <poll.h>

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "destination.hpp"
#include "source.hpp"

namespace launch {

class output {
 public:
  explicit output(bool tag);

  /// The ends that a place writes to, as its standard output and standard error.
  struct ends {
    owned_fd out, err;
  };
  /// Makes the channels of the next place. Throws failure.
  ends add_place(int place, int places);

  /// A line of skua-run itself.
  void say(std::string const& text);
  /// The size of the terminal has changed.
  void resize() noexcept;

  /// Adds what poll should look at, and later does what it has found there.
  void want(std::vector<pollfd>& fds) const;
  void serve(std::vector<pollfd> const& fds);
  /// After all places have ended: closes every source that has nothing more.
  void drain();
  [[nodiscard]] bool done() const noexcept;
  /// Whether nobody reads standard output or standard error any more.
  [[nodiscard]] bool broken() const noexcept { return out_.broken() || err().broken(); }
  /// What a failed write has lost: "standard output: No space left on device".
  [[nodiscard]] std::optional<std::string> loss() const;

 private:
  destination& err() noexcept { return same_ ? out_ : err_; }
  destination const& err() const noexcept { return same_ ? out_ : err_; }
  bool live_on_terminal(destination const& to, int place) const noexcept;
  owned_fd add(destination& to, int place, int places, int stream);

  bool const tag_;
  bool const same_;  // both standard streams are one file
  destination out_{1};
  destination err_{2};
  std::deque<source> sources_;
  struct terminal {
    source const* place;
    int like;
  };
  std::vector<terminal> terminals_;
};

}  // namespace launch
