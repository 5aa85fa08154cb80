// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The interface between the `skua` program and its applications.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "error.hpp"
#include "json.hpp"
#include "progress.hpp"

namespace CLI {
class App;
}

namespace apps {

/// What the command line says to every application.
struct common_options {
  int workers = 0;       ///< 0: as many as the machine allows
  int places = 0;        ///< 0: as the program was started
  bool compare = false;  ///< run the sequential twin too, for the speed-up
  bool json = false;     ///< one JSON object instead of text
  bool quiet = false;    ///< no live progress line

  /// Whether a progress line is welcome; the line itself also asks whether there is a terminal.
  bool show_progress() const { return !quiet && !json; }
};

/// What an application found, how it knows that this is right, and how much work it was.
struct report {
  std::string answer;        ///< for people, one line or several: "102181082 nodes, 81746377 leaves, depth 13"
  json_object result;        ///< for programs: `result` of the JSON object
  bool verified = false;     ///< false makes the exit code 1
  std::string verified_how;  ///< "against the published count", "each edge of the clique checked", or what is wrong
  std::uint64_t work = 0;    ///< units done, for the rate; 0: there is none
  std::string work_unit;     ///< "nodes", "tasks", …
  json_object stats;         ///< extra members of `stats`
  std::string table;         ///< for people: lines that are printed as they are
  bool speed_up = true;      ///< false: the twin does other work, so its time divided by this one's means nothing
  std::vector<std::string> notes;  ///< further lines for people
  std::string witness;             ///< for people, with --certify; else empty
  std::string certified;           ///< the same: what a check of the witness found
};

/// One application. The program calls, in this order and each at most once:
///
///   add_options  always; binds the options of the subcommand to members
///   prepare      on the main thread, before there are workers, in every process that a launcher started; reads files,
///                builds inputs; throws input_error; must not print
///   parallel     inside `skua::run`, as its first task, at place 0 only; timed
///   sequential   the twin, on the main thread after the workers have ended; timed; only with --compare or needs_twin()
///   check        last; verifies and reports; must not assume that `sequential` ran unless needs_twin()
///
/// What follows `parallel` happens where place 0 was, and nowhere else.
///
/// Both computations keep their answers in members. `seconds` and `sequential_seconds` are the wall
/// time of the two calls, so what should not be timed belongs into `prepare`. An application whose
/// places make their inputs and check their parts inside `parallel` times the rest itself, and says
/// so.
class application {
 public:
  virtual ~application() = default;

  virtual std::string name() const = 0;         ///< of the subcommand: "uts"
  virtual std::string description() const = 0;  ///< one line for --help

  /// Whether its tasks may run at any place. One that says no runs at place 0 alone.
  virtual bool any_place() const { return false; }

  virtual void add_options(CLI::App& command) = 0;
  virtual void prepare() {}
  virtual void parallel(common_options const& options) = 0;
  virtual void sequential() = 0;

  /// What the application timed itself; nothing: the whole call counts.
  virtual std::optional<double> timed_parallel() const { return {}; }
  virtual std::optional<double> timed_sequential() const { return {}; }

  /// True when nothing but the sequential twin can tell the right answer.
  virtual bool needs_twin() const { return false; }
  virtual report check() = 0;
};

}  // namespace apps
