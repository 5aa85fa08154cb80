// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Predictions as text, as JSON, and as a page.

#pragma once

#include <string>
#include <vector>

#include "bounds.hpp"
#include "program.hpp"
#include "record_file.hpp"

namespace apps::replay {

/// All that is shown.
struct results {
  std::string file;
  std::string command;   ///< the line that makes the same predictions
  std::string settings;  ///< of the simulator, without places and workers
  record const* source = nullptr;
  bounds limits;
  std::vector<prediction> runs;
};

/// A sentence about a record whose run a signal has ended.
std::string cut_short_text(record const& r);
/// A lower bound for the time of a run on the prediction's workers, in seconds.
double least_time(results const& r, prediction const& run);
/// Why the run takes longer than the work divided by the workers, in a few words.
std::string main_loss(results const& r, prediction const& run);
/// Whether it is far from its least time mostly because workers have no task.
bool is_idle(prediction const& run);

void print_text(results const& r);
void print_json(results const& r, std::vector<std::string> const& arguments);
/// Throws input_error if the file cannot be written.
void write_page(results const& r, std::string const& file);

}  // namespace apps::replay
