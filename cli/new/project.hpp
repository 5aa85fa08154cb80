// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The files of a new project that uses the library.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace apps::new_project {

struct project_file {
  std::string path;  ///< inside the project
  std::string text;
};

/// Why CMake or a shell would not take this name of a project, as the end of a message: "expected
/// …"; empty if it may be used.
[[nodiscard]] std::string name_error(std::string const& name);

/// The files of a project with this name, for this version of the library or a later one that is
/// compatible.
[[nodiscard]] std::vector<project_file> project_files(std::string const& name);

/// Makes the folder and writes the files. Throws input_error if the folder exists already, or
/// cannot be made; if a file cannot be written, it removes what it has written before.
void write_project(std::filesystem::path const& folder, std::vector<project_file> const& files);

}  // namespace apps::new_project
