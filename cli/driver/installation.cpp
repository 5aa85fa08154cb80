// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "installation.hpp"

#include <system_error>

namespace apps {
namespace {

/// The folder that this program has from its installation at that place, seen from its own folder.
std::filesystem::path folder_from_program(char const* place) {
  std::error_code error;
  auto const program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return {};
  return (program.parent_path() / place).lexically_normal();
}

/// The folder, if it has that file.
std::optional<std::filesystem::path> folder_with(std::filesystem::path folder, char const* file) {
  std::error_code error;
  if (folder.empty() || !std::filesystem::is_regular_file(folder / file, error)) return std::nullopt;
  return folder;
}

}  // namespace

char const* program_version() noexcept { return SKUA_VERSION; }

std::filesystem::path expected_cmake_folder() { return folder_from_program(SKUA_CMAKE_FOLDER); }

std::optional<std::filesystem::path> cmake_folder() { return folder_with(expected_cmake_folder(), "skuaConfig.cmake"); }

std::string document_note() {
  auto const folder = folder_with(folder_from_program(SKUA_DOCUMENT_FOLDER), "README.md");
  return folder ? "\nPages named docs/… are in " + folder->string() + "." : "";
}

}  // namespace apps
