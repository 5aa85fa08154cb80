// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text of a progress line, and the arithmetic of rate and remaining time. No clock, no I/O.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace skua::observe {

/// "12,345"
[[nodiscard]] std::string grouped(std::uint64_t number);
/// Three digits and a prefix: "140", "1.24k", "12.3M", "0.25"
[[nodiscard]] std::string scaled(double number);
/// "00:03", "1:02:03", "4d 01:02:03"
[[nodiscard]] std::string clock_text(double seconds);
/// "45.6 ms", "7.12 s", "1:02:03"
[[nodiscard]] std::string duration_text(double seconds);
/// Columns of a terminal that the text takes: its code points, without control sequences.
[[nodiscard]] std::size_t columns_of(std::string_view text) noexcept;
/// The beginning of the text, at most `columns` columns.
[[nodiscard]] std::string_view cut_to(std::string_view text, std::size_t columns) noexcept;
/// A bar of `columns` columns, `share` of which is filled; `blocks`: of eighths of a column, else
/// #.
[[nodiscard]] std::string bar_text(double share, std::size_t columns, bool blocks);

/// The speed of something that grows, weighted towards the present: an event of four seconds ago
/// counts 1/e of an event of now.
class rate_meter {
 public:
  void add(double seconds, double value) noexcept;
  /// Per second; 0 before the second call of add.
  [[nodiscard]] double rate() const noexcept { return time_ > 0 ? growth_ / time_ : 0; }

 private:
  bool has_first_ = false;
  double last_seconds_ = 0;
  double last_value_ = 0;
  double growth_ = 0;  // both weighted
  double time_ = 0;
};

/// The values that a line shows.
struct progress_state {
  std::string name;
  std::string unit;  ///< empty: nothing is counted, only the time passes
  std::uint64_t done = 0;
  std::optional<std::uint64_t> total = {};
  std::optional<double> share = {};  ///< estimated, without a total
  std::string note = {};
  double seconds = 0;                    ///< since the start
  double rate = 0;                       ///< units per second
  std::optional<double> remaining = {};  ///< seconds

  /// The share of the work that is done, or nullopt if it is not known.
  [[nodiscard]] std::optional<double> fraction() const noexcept;
};

/// Follows the work from its first report on. The remaining time that it fills in never rises: a
/// little too low an estimate stands still, and one that proves wrong is taken back.
class progress_meter {
 public:
  /// Fills in rate and remaining time of a state; `seconds` and the counts are set.
  void follow(progress_state& state) noexcept;
  /// Like follow, for the last line: the rate of the whole time.
  void finish(progress_state& state) const noexcept;

 private:
  rate_meter units_;
  rate_meter share_;
  std::optional<std::uint64_t> first_done_;  // a continued search does not begin with 0
  std::optional<double> least_remaining_;    // that was shown
};

struct progress_style {
  std::size_t columns = 0;  ///< width of the terminal; 0: no limit and no bar
  bool blocks = false;      ///< the terminal shows UTF-8
  bool colour = false;
};

/// "bc: 42 % |####      | 420/1,000 sources [00:03<00:04, 140 sources/s, note]"
[[nodiscard]] std::string progress_line(progress_state const& state, progress_style const& style);
/// "bc: 1,000 sources in 7.12 s, 140 sources/s, note"
[[nodiscard]] std::string progress_result(progress_state const& state);

}  // namespace skua::observe
