// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The interface between the `skua` program and its applications.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "error.hpp"
#include "json.hpp"

namespace CLI {
class App;
}

namespace skua {
struct progress_options;
}

namespace apps {

/// The options that every application has.
struct common_options {
  int workers = 0;         ///< 0: as many as the machine allows
  int places = 0;          ///< 0: as the program was started
  bool compare = false;    ///< run the sequential twin too, for the speed-up
  bool json = false;       ///< one JSON object instead of text
  bool breakdown = false;  ///< report what the workers of each place did with their time
  bool quiet = false;      ///< no progress line

  /// True if the options allow a progress line.
  bool show_progress() const { return !quiet && !json; }
  /// The options of a progress line that counts these units; `total`: all of them, if known.
  [[nodiscard]] skua::progress_options progress(std::string unit, std::optional<std::uint64_t> total = {}) const;
};

/// The result of an application, how it was verified, and the amount of work.
struct report {
  std::string answer;              ///< for people, one line or several: "102181082 nodes, 81746377 leaves, depth 13"
  json_object result;              ///< for programs: `result` of the JSON object
  bool verified = false;           ///< false makes the exit code 1
  std::string verified_how;        ///< "against the published count", "each edge of the clique checked", or the error
  std::uint64_t work = 0;          ///< units done, for the rate; 0: no rate
  std::string work_unit;           ///< "nodes", "tasks", …
  json_object stats;               ///< extra members of `stats`
  std::string table;               ///< for people: lines that are printed unchanged
  bool speed_up = true;            ///< false: the twin does other work, so a speed-up would be meaningless
  std::vector<std::string> notes;  ///< further lines for people
  std::string witness;             ///< for people, with --certify; else empty
  std::string certified;           ///< for people, with --certify: the result of the check of the witness
};

/// One application. The program calls, in this order and each at most once:
///
///   add_options  always; binds the options of the subcommand to members
///   prepare      on the main thread, before there are workers, in every process that a launcher
///                started; reads files, builds inputs; throws input_error; must not print
///   parallel     inside `skua::run`, as its first task, at place 0 only; timed
///   sequential   the twin, on the main thread after the workers have ended; timed; only with
///                --compare or needs_twin()
///   check        last; verifies and reports; must not assume that `sequential` ran unless
///                needs_twin()
///
/// The calls after `parallel` happen only in the process of place 0.
///
/// Both computations keep their answers in members. `seconds` and `sequential_seconds` are the wall
/// time of the two calls, so work that must not be timed belongs into `prepare`. An application
/// whose places make their inputs and check their parts inside `parallel` measures the rest itself
/// and returns it from `timed_parallel`.
class application {
 public:
  virtual ~application() = default;

  virtual std::string name() const = 0;         ///< of the subcommand: "uts"
  virtual std::string description() const = 0;  ///< one line for --help

  /// True if its tasks may run at any place. Otherwise the application runs at place 0 alone.
  virtual bool any_place() const { return false; }

  virtual void add_options(CLI::App& command) = 0;
  virtual void prepare() {}
  virtual void parallel(common_options const& options) = 0;
  virtual void sequential() = 0;

  /// The time that the application measured itself; nullopt: the time of the whole call.
  virtual std::optional<double> timed_parallel() const { return {}; }
  virtual std::optional<double> timed_sequential() const { return {}; }

  /// True if a first SIGINT or SIGTERM shall stop `parallel`, which then ends with the result so
  /// far. Asked after `prepare`: until then signals end the program.
  virtual bool stops_at_signals() const { return false; }
  /// True if only the sequential twin gives the right answer.
  virtual bool needs_twin() const { return false; }
  virtual report check() = 0;
};

using application_maker = std::unique_ptr<application> (*)();

/// Call it before `main`: see registration.
void register_application(application_maker make, int position);

/// The applications that are linked to this program, with their positions, in any order.
std::vector<std::pair<int, application_maker>>& registered_applications();

/// Adds an application to the programs that link this object, which stands in its app.cpp:
///
///   registration<uts_application> const list_entry(10);
///
/// `position`: where --help and messages list it; equal ones by name. Without one it comes last.
template <typename Application>
class registration {
 public:
  explicit registration(int position = last_position) {
    register_application([]() -> std::unique_ptr<application> { return std::make_unique<Application>(); }, position);
  }

 private:
  static constexpr int last_position = 1'000'000;
};

/// Adds `--seed`, any 64-bit number, for an application with a generated input.
void add_seed_option(CLI::App& command, std::uint64_t& seed);

}  // namespace apps
