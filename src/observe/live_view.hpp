// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The live view of a run: rates from one answer to the next, and the text of the screen. No clock,
// no I/O.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "observe/metrics_client.hpp"

namespace skua::observe {

struct worker_view {
  std::optional<double> busy;  ///< share of its time since the last answer, 0 to 1
  bool is_busy = false;        ///< now
  bool is_spare = false;
  std::uint64_t queued = 0;
  double stretch = 0;
  std::string task;
};

struct place_view {
  enum class condition { unknown, runs, lost };  ///< unknown: it has not answered yet

  int number = 0;
  condition state = condition::unknown;
  std::uint64_t workers = 0;
  double busy = 0;    ///< share of the time of its workers
  double steals = 0;  ///< per second, as the next three
  double stolen = 0;
  double messages = 0;
  std::optional<double> tasks = {};
  std::uint64_t queued = 0;
  std::vector<worker_view> of_workers;
};

struct run_view {
  std::string program;
  std::string transport;
  int pid = 0;
  double seconds = 0;  ///< since the start of place 0, if it has answered, else of the earliest place
  std::vector<place_view> places;
  int lost = 0;
  // of all places that run
  std::uint64_t workers = 0;
  double busy = 0;
  double steals = 0, stolen = 0, messages = 0, bytes = 0;  ///< per second
  std::optional<double> tasks = {};                        ///< per second
  std::uint64_t queued = 0, ready = 0, scopes = 0;

  struct search {
    int number_of_searches = 0;
    std::uint64_t nodes = 0;
    double rate = 0;  ///< nodes per second
    double share = 0;
    std::optional<double> incumbent = {};
    std::optional<double> bound = {};
  };
  std::optional<search> searches = {};

  struct stretch {
    double seconds = 0;
    int place = 0;
    int worker = 0;
    std::string task;
  };
  std::optional<stretch> longest = {};
};

/// Makes views of consecutive answers.
class view_maker {
 public:
  [[nodiscard]] run_view next(run_answer const& answer);

 private:
  [[nodiscard]] place_view view_of(place_numbers const& now, place_numbers const* before) const;

  std::vector<place_numbers> before_;  // of the last answer of each place
  std::vector<bool> has_answered_;
  std::uint64_t nodes_before_ = 0;
  double seconds_before_ = 0;
};

struct view_style {
  std::size_t columns = 80;
  std::size_t rows = 24;
  bool blocks = false;  ///< UTF-8
  bool colour = false;
};

/// The lines of the screen: at most `rows`, each at most `columns` wide. Workers are shown if there
/// is room for all; places that do not fit into a table become cells of a grid.
[[nodiscard]] std::vector<std::string> screen_lines(run_view const& view, view_style const& style);
/// Everything in one line, for a file or a pipe.
[[nodiscard]] std::string plain_line(run_view const& view);

}  // namespace skua::observe
