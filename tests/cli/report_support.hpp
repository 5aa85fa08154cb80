// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The common part of the tests of skua report: traces as files, and their summaries.

#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "common/error.hpp"
#include "planted_traces.hpp"
#include "report/files.hpp"
#include "report/summary.hpp"

namespace report_test {

using namespace apps::trace_report;

/// A folder with files, removed at the end.
class folder {
 public:
  folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "report_XXXXXX").string();
    root_ = ::mkdtemp(pattern.data());
  }
  ~folder() { std::filesystem::remove_all(root_); }
  folder(folder const&) = delete;
  folder& operator=(folder const&) = delete;

  std::string file(std::string const& name, std::string const& bytes) const {
    std::string const path = (root_ / name).string();
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  [[nodiscard]] std::string path(std::string const& name) const { return (root_ / name).string(); }

 private:
  std::filesystem::path root_;
};

inline run_summary summary_of(std::vector<std::string> const& traces, bool partial = false) {
  folder f;
  std::vector<std::string> files;
  for (auto const& trace : traces) files.push_back(f.file("t." + std::to_string(files.size()), trace));
  auto summary = summarise(read_run(files, partial));
  summary.findings = find_causes(summary);
  return summary;
}

inline run_summary summary_of(std::string const& trace, bool partial = false) {
  return summary_of(std::vector<std::string>{trace}, partial);
}

inline std::string kinds(run_summary const& run) {
  std::string text;
  for (auto const& f : run.findings) text += (text.empty() ? "" : " ") + f.kind;
  return text;
}

inline std::string error_of(std::string const& trace, bool partial = false) {
  try {
    summary_of(trace, partial);
  } catch (apps::input_error const& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace report_test

/// The text contains the part.
#define EXPECT_HAS(text, part) EXPECT_NE(std::string(text).find(part), std::string::npos) << (text)
