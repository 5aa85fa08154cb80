// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The application `queens`.

#include <CLI/CLI.hpp>
#include <optional>

#include "../skua/applications.hpp"
#include "../skua/text.hpp"
#include "problem.hpp"

namespace apps {
namespace queens {
namespace {

class queens_application final : public application {
 public:
  std::string name() const override { return "queens"; }
  std::string description() const override {
    return "n queens: counts all ways to place N queens on a board of N x N, one task per placement in the upper rows";
  }

  void add_options(CLI::App& command) override {
    command.add_option("N", size_, "size of the board")->required()->check(CLI::Range(smallest_board, largest_board));
    command.add_option("--cutoff", cutoff_, "rows whose placements are tasks of their own; default N / 2")
        ->check(CLI::Range(0, largest_board));
  }

  void prepare() override {
    if (!cutoff_) cutoff_ = default_cutoff(size_);
    if (*cutoff_ > size_)
      throw input_error("--cutoff: expected at most the " + std::to_string(size_) + " rows of the board, found " +
                        std::to_string(*cutoff_));
  }

  void parallel(common_options const& options) override {
    found_ = search_parallel(size_, *cutoff_, options.show_progress());
  }

  void sequential() override { twin_ = search_sequential(board::empty(size_), size_); }

  report check() override {
    report made;
    made.answer = grouped(found_.solutions) + " solutions, " + grouped(found_.nodes) + " nodes";
    made.result = json_object().add("solutions", found_.solutions).add("nodes", found_.nodes);
    made.verified = agrees_with_known(size_, found_) && (!twin_ || *twin_ == found_);
    made.verified_how =
        made.verified ? "against the published count (OEIS A000170)"
                      : std::to_string(known_solutions[static_cast<std::size_t>(size_)]) + " solutions were expected";
    if (twin_ && *twin_ != found_)
      made.verified_how = "the sequential twin found " + std::to_string(twin_->nodes) + " nodes";
    made.work = found_.nodes;
    made.work_unit = "nodes";
    made.stats.add("cutoff", *cutoff_);
    return made;
  }

 private:
  int size_ = 0;
  std::optional<int> cutoff_;
  tally found_;
  std::optional<tally> twin_;
};

}  // namespace
}  // namespace queens

std::unique_ptr<application> make_queens() { return std::make_unique<queens::queens_application>(); }

}  // namespace apps
