// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// progress: one line on standard error that says how far the work is, how fast it goes, and how
// long the rest will take. Source: the habits of tqdm.
//
//   skua::progress line("bc", {.unit = "sources", .total = n});
//   auto const done = line.counter();                     // 8 bytes: captured by value
//   skua::finish([&] { skua::spawn(skua::any, [done] { …; ++done; }); });
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <skua/reducer.hpp>

namespace skua {

namespace remote {
class progress_display;
}

/// The progress of the work.
struct progress_report {
  std::uint64_t done = 0;  ///< units done so far
  /// the share of the work that is done, 0 to 1, for work whose total is not known
  std::optional<double> share = {};
  std::string note = {};  ///< further text, at the end of the line
};

/// Settings of a progress line.
struct progress_options {
  std::string unit = "items";               ///< what is counted, plural; empty: the time alone
  std::optional<std::uint64_t> total = {};  ///< units of all work; empty: not known
  bool visible = true;                      ///< false: nothing is printed
  std::string note = {};                    ///< further text, at the end of the line
  /// Reads how far the work is, in place of the counter. It runs on a separate thread: it may read
  /// atomics and a reducer's `peek()`, and must not wait.
  std::function<progress_report()> source = {};
};

/// While the object exists, a line shows the progress of the work.
///
/// On a terminal the line is redrawn five times a second and fits the width of the terminal;
/// NO_COLOR and TERM=dumb are respected. If standard error is not a terminal, a line is printed
/// every ten seconds, so a shorter run prints none. The estimate of the remaining time never rises:
/// if the work turns out to take much longer, the line has none. The destructor prints a last line
/// with count, time and rate, if there was a line before. SKUA_PROGRESS=off prints nothing.
///
/// Only the newest of several objects in one process shows its line. Make the object in a task,
/// before the scope of the work, and destroy it after that scope. A simulated run shows no line,
/// since its time is not the user's.
///
/// Cost: `+=` on the counter is an addition of a reducer (no shared cache line); a thread of the
/// place that makes the object reads the sum.
class progress {
 public:
  explicit progress(std::string name, progress_options options = {});
  ~progress();
  progress(progress const&) = delete;
  progress& operator=(progress const&) = delete;

  /// The counter of the units done, for any task at any place. The scope in which the progress was
  /// made owns it. It must not be used with `source`, which counts itself.
  [[nodiscard]] count counter() const;
  /// Adds to the units done, like the counter.
  progress const& operator+=(std::uint64_t units) const {
    counter() += units;
    return *this;
  }
  progress const& operator++() const { return *this += 1; }

  /// Changes the text at the end of the line. Any thread.
  void set_note(std::string text);
  /// Sets the units of all work, once they are known. Any thread.
  void set_total(std::uint64_t units);
  /// Whether a line may appear: a source that costs something need not run otherwise.
  [[nodiscard]] bool is_visible() const noexcept { return display_ != nullptr; }

 private:
  std::optional<count> counter_;
  std::unique_ptr<remote::progress_display> display_;  // null: nothing is printed
};

}  // namespace skua
