// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The options that every application with a tree search has, its progress line, and its note after
// a stop.

#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <skua/search/coordination.hpp>
#include <skua/search/options.hpp>
#include <string>

#include "app.hpp"

namespace CLI {
class Option;
}
namespace skua {
class progress;
}

namespace apps {

/// How a search ended.
struct search_outcome {
  bool complete = true;  ///< false: stopped before the end
  double share = 1;      ///< the share of the tree that is done, approximately
  skua::search::statistics stats;
};

/// Differences between the applications' options.
struct search_style {
  /// the method without --coordination, for the help: "one task per node"; null: the search engine
  char const* default_method = nullptr;
  char const* depth = "--depth";  ///< the name of the option, where an application has another depth
};

/// One search as the command line specifies it.
struct search_request {
  skua::search::coordination coordination = {};
  skua::search::options limits = {};  ///< includes the flag that Ctrl-C sets
  std::string description = {};       ///< instance and purpose of the search: a saved search fits no other
  std::string resume = {};            ///< a saved search to continue; empty: from the root
  std::string checkpoint = {};        ///< where to save a stopped search
  std::chrono::nanoseconds checkpoint_interval{0};  ///< how often to save a running search; 0: never
};

/// `--coordination`, `--depth`, `--budget`, `--backtracks`, `--chunked`, `--by-discrepancy`,
/// `--time-limit`, `--node-limit`, `--checkpoint`, `--checkpoint-every`, `--resume`.
class search_options {
 public:
  void add_to(CLI::App& command, search_style const& style = {});

  /// Checks the options. Call it in the application's `prepare`. Throws input_error.
  void prepare();

  /// True if the search engine runs: --coordination was given, or the application has no other
  /// method. Valid after `prepare`.
  [[nodiscard]] bool is_requested() const { return is_requested_; }
  [[nodiscard]] skua::search::coordination const& coordination() const { return coordination_; }
  /// The request for the search that `description` names.
  [[nodiscard]] search_request request(std::string description) const;
  /// The note for people about a stopped search: "stopped after about 34 % of the tree", and how to
  /// continue.
  [[nodiscard]] std::string stopped_note(double share) const;

 private:
  search_style style_;
  CLI::Option const* coordination_option_ = nullptr;
  bool is_requested_ = true;
  std::string name_ = "automatic";
  std::optional<int> depth_;
  std::optional<std::uint64_t> budget_;
  std::optional<std::uint64_t> backtracks_;
  bool chunked_ = false;
  bool by_discrepancy_ = false;
  std::optional<double> time_limit_;
  std::optional<std::uint64_t> node_limit_;
  std::string checkpoint_;
  std::optional<double> checkpoint_interval_;
  std::string resume_;
  skua::search::coordination coordination_;
};

/// The progress line of a search: nodes, the estimated share of the tree that is done, and "best
/// 24, at most 71, 2 workers", or in its last line "best 24, proven, 2 workers". Sets itself as the
/// observer. Construct it in a task.
class search_line {
 public:
  /// `bound_text` follows the best objective: ", at most 71".
  search_line(common_options const& options, std::string name, skua::search::options& limits,
              std::string bound_text = {});
  ~search_line();
  /// Tells the last line how the search ended.
  void set_end(search_outcome const& outcome);
  search_line(search_line const&) = delete;
  search_line& operator=(search_line const&) = delete;

 private:
  std::string note(std::optional<double> incumbent) const;

  std::string workers_;
  std::string bound_text_;
  std::mutex mutex_;
  skua::search::progress last_;
  std::unique_ptr<skua::progress> line_;
};

/// Adds the statistics of the search to a report: `stats` of the JSON object.
void add_search_stats(json_object& stats, skua::search::coordination const& coordination,
                      skua::search::statistics const& s);

}  // namespace apps
