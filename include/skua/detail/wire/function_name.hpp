// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions by name: a name means the same function in every process that runs the same build,
// wherever the loader put it.
//
// A name is (32 bits that identify a module by its build id, 32 bits of offset from where the
// module was loaded). Modules loaded later, by dlopen, have names too. The range of the main
// program never changes and is compared first.
#pragma once

#include <cstdint>

#include <skua/detail/base/config.hpp>

namespace skua::wire {

namespace detail {

/// The address range of the main program's functions. Written once, before main(); until then it is
/// empty, and every function is looked up.
struct code_range {
  std::uintptr_t first;
  std::uintptr_t size;
  std::uintptr_t load;  // address of offset 0
  std::uint64_t tag;    // the module's half of the name, in the upper 32 bits
};
extern code_range main_code;

std::uint64_t name_of_other(std::uintptr_t address) noexcept;
std::uintptr_t address_of_other(std::uint64_t name);

}  // namespace detail

/// The name of a function; 0 if it is in no loaded module (code made at run time) and has no name.
SKUA_INLINE std::uint64_t name_of_function(void (*function)()) noexcept {
  auto const address = reinterpret_cast<std::uintptr_t>(function);
  auto const& main = detail::main_code;
  if (SKUA_LIKELY(address - main.first < main.size)) return main.tag | (address - main.load);
  return detail::name_of_other(address);
}

/// The function of that name in this process. Throws malformed if no module loaded here has it. It
/// accepts any address inside the code of a module: a name is as trustworthy as its message.
SKUA_INLINE auto function_named(std::uint64_t name) -> void (*)() {
  auto const& main = detail::main_code;
  std::uintptr_t const address = main.load + static_cast<std::uint32_t>(name);
  if (SKUA_LIKELY((name ^ main.tag) >> 32 == 0 && address - main.first < main.size)) {
    return reinterpret_cast<void (*)()>(address);
  }
  return reinterpret_cast<void (*)()>(detail::address_of_other(name));
}

/// Equal in two processes if and only if they run the same build of the program (and of this
/// library, if it is shared).
[[nodiscard]] std::uint64_t build_identity() noexcept;

}  // namespace skua::wire
