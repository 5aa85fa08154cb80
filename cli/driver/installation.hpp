// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The version of this program, where it is installed, and what lies beside it.

#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace apps {

/// "0.1.0"
[[nodiscard]] char const* program_version() noexcept;

/// The folder that this program has from its installation for skuaConfig.cmake; whether the file is
/// there is not checked. The installation may have been moved as a whole.
[[nodiscard]] std::filesystem::path expected_cmake_folder();

/// The folder of skuaConfig.cmake, or nullopt if that file is not there: a program in a build tree,
/// or one that was installed without the files for developers.
[[nodiscard]] std::optional<std::filesystem::path> cmake_folder();

/// A line for the help, which begins with a line break: where the pages are that it names. Empty in
/// a build tree.
[[nodiscard]] std::string document_note();

}  // namespace apps
