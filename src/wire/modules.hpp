// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The modules loaded into this process (program and shared libraries), their segments and their
// build ids.
//
// The list is made at the first call, and again when the loader reports that a module was loaded or
// unloaded since. Any thread may ask; a spinlock guards the pointer to the list, and a reader keeps
// the list that it got (it never changes).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace skua::wire {

struct segment {
  std::uintptr_t first;
  std::uintptr_t last;  // one past the end
  std::uint32_t module;
  bool code;
};

struct module {
  std::string name;  // its file's name without folders; empty: the program
  std::uintptr_t load;
  std::uint64_t identity;  // of the build: a hash of the build id, or of the content if there is none
  bool ambiguous;          // another module's functions would get the same names
};

struct module_list {
  std::vector<module> modules;    // the program first
  std::vector<segment> segments;  // by address
  std::uint64_t generation = 0;   // how many modules had been loaded and unloaded

  /// The segment that holds the address, or null.
  [[nodiscard]] segment const* find(std::uintptr_t address) const noexcept;
};

/// The modules that are loaded now.
std::shared_ptr<module_list const> loaded_modules();

}  // namespace skua::wire
