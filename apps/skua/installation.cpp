// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "installation.hpp"

#include <system_error>

namespace apps {

char const* program_version() noexcept { return SKUA_VERSION; }

std::filesystem::path expected_cmake_folder() {
  std::error_code error;
  auto const program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return {};
  return (program.parent_path() / SKUA_CMAKE_FOLDER).lexically_normal();
}

std::optional<std::filesystem::path> cmake_folder() {
  auto folder = expected_cmake_folder();
  std::error_code error;
  if (folder.empty() || !std::filesystem::is_regular_file(folder / "skuaConfig.cmake", error)) return std::nullopt;
  return folder;
}

}  // namespace apps
