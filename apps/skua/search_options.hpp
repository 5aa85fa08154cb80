// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What every application that searches a tree takes from the command line, shows while it runs, and
// says when it was stopped.

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <skua/search/coordination.hpp>
#include <skua/search/options.hpp>
#include <string>

#include "app.hpp"

namespace CLI {
class Option;
}

namespace apps {

/// How a search ended, whatever it looked for.
struct search_outcome {
  bool complete = true;  ///< false: stopped on the way
  double share = 1;      ///< of the tree that is done, about
  skua::search::statistics stats;
};

/// How an application wants its options.
struct search_style {
  /// what runs without --coordination, for the help: "one task per node"; null: the search does
  char const* otherwise = nullptr;
  char const* depth = "--depth";  ///< its name, where an application has another depth
};

/// One search as the command line wants it.
struct search_request {
  skua::search::coordination how = {};
  skua::search::options limits = {};  ///< and Ctrl-C
  std::string of = {};                ///< what is searched, and for what: a saved search is of no use for anything else
  std::string resume = {};            ///< a saved search to go on with; empty: from the root
  std::string checkpoint = {};        ///< where to save one that is stopped
  std::chrono::nanoseconds every{0};  ///< how often that is done on the way; 0: never
};

/// `--coordination`, `--depth`, `--budget`, `--chunked`, `--by-discrepancy`, `--time-limit`,
/// `--node-limit`, `--checkpoint`, `--checkpoint-every`, `--resume`.
class search_options {
 public:
  void add_to(CLI::App& command, search_style const& style = {});

  /// Checks what was given, and from now on lets the first Ctrl-C stop a search instead of the
  /// program. Call it in `prepare`. Throws input_error.
  void prepare();

  /// Whether to search: --coordination was given, or nothing else would run. Known after `prepare`.
  [[nodiscard]] bool given() const { return given_; }
  [[nodiscard]] skua::search::coordination const& how() const { return how_; }
  /// The search of what `of` describes.
  [[nodiscard]] search_request request(std::string of) const;
  /// The note for people about a search that was stopped: "stopped after about 34 % of the tree",
  /// and how to go on.
  [[nodiscard]] std::string stopped_note(double share) const;

 private:
  search_style style_;
  CLI::Option const* coordination_ = nullptr;
  bool given_ = true;
  std::string name_ = "automatic";
  std::optional<int> depth_;
  std::optional<std::uint64_t> budget_;
  bool chunked_ = false;
  bool by_discrepancy_ = false;
  std::optional<double> time_limit_;
  std::optional<std::uint64_t> node_limit_;
  std::string checkpoint_;
  std::optional<double> every_;
  std::string resume_;
  skua::search::coordination how_;
};

/// The live line of a search: "clique: best 24, at most 71, 12,345 nodes, 1.2 million per second, 2
/// workers, about 34.0 % done". Makes itself the observer. Made in a task.
class search_line {
 public:
  /// `more` adds text after the best objective, such as a bound on it; it runs on a plain thread.
  search_line(bool enabled, std::string name, skua::search::options& of, std::function<std::string()> more = {});

 private:
  std::string text(double seconds);

  std::string name_;
  std::string workers_;
  std::function<std::string()> more_;
  std::mutex mutex_;
  skua::search::progress last_;
  progress line_;
};

/// How the search went, for a report: `stats` of the JSON object.
void add_search_stats(json_object& to, skua::search::coordination const& how, skua::search::statistics const& s);

}  // namespace apps
