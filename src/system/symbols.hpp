// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The symbol tables of the files that this process runs: most functions and static objects of a
// program are not exported, so the dynamic linker does not know them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skua::system {

/// A function or object of a file. Its name is read only if it is asked for: all names of a program
/// are megabytes.
struct symbol {
  /// The name as in the file; valid during the call.
  [[nodiscard]] std::string_view name() const noexcept;

  std::span<char const> names;  // of the file, from this one on
  std::uintptr_t offset = 0;    // from where the file is loaded; of a file that cannot be moved: the address
  std::size_t bytes = 0;
  bool is_function = false;
  bool is_writable = false;  // an object in memory that the program may write; not a thread-local one
};

/// Calls visit(symbol) for each function and object in the file's tables until it returns false. A
/// symbol may come twice. Does nothing if the file cannot be read or is stripped.
void for_each_symbol(char const* path, std::function<bool(symbol const&)> const& visit);

/// A mangled name in the form of the source; other names as they are.
std::string demangled(std::string const& name);

/// Whether a name in the form of the source belongs to this library, the standard library or the
/// compiler.
bool is_library_name(std::string_view name) noexcept;

/// A static object of the program that tasks can change.
struct static_object {
  std::string name;
  std::byte* address;
  std::size_t bytes;
};
/// Those of the program's own file (not of shared libraries), in the order of their addresses.
std::vector<static_object> const& program_statics();

}  // namespace skua::system
