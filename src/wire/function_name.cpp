// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/wire/function_name.hpp>

#include <skua/wire/malformed.hpp>

#include "wire/modules.hpp"

namespace skua::wire {
namespace detail {

constinit code_range main_code{};

namespace {

constexpr std::uint64_t tag_bits = 0xffffffff00000000;

/// Runs before main() and before the constructors of static objects, while no other thread exists.
[[gnu::constructor(101)]] void find_main_code() {
  auto const list = loaded_modules();
  if (list->modules.empty() || list->modules.front().ambiguous) return;
  module const& program = list->modules.front();
  for (segment const& segment : list->segments) {
    if (segment.module == 0 && segment.code) {
      main_code = {segment.first, segment.last - segment.first, program.load, program.identity & tag_bits};
      return;
    }
  }
}

std::uint64_t name_in(module_list const& list, std::uintptr_t address) noexcept {
  segment const* const segment = list.find(address);
  if (segment == nullptr || !segment->code) return 0;
  module const& module = list.modules[segment->module];
  std::uintptr_t const offset = address - module.load;
  return module.ambiguous || offset > 0xffffffff ? 0 : (module.identity & tag_bits) | offset;
}

std::uintptr_t address_in(module_list const& list, std::uint64_t name) noexcept {
  for (module const& module : list.modules) {
    if ((module.identity ^ name) >> 32 != 0 || module.ambiguous) continue;
    std::uintptr_t const address = module.load + static_cast<std::uint32_t>(name);
    segment const* const segment = list.find(address);
    if (segment != nullptr && segment->code && &list.modules[segment->module] == &module) return address;
  }
  return 0;
}

}  // namespace

// A module may have been unloaded and another loaded where it was, so the loader is asked each
// time: about 50 ns.
std::uint64_t name_of_other(std::uintptr_t address) noexcept { return name_in(*loaded_modules(), address); }

std::uintptr_t address_of_other(std::uint64_t name) {
  std::uintptr_t const address = address_in(*loaded_modules(), name);
  if (address == 0) {
    throw malformed(
        "skua: malformed message: it names a function that is in no module loaded here: do all places run the same "
        "build, "
        "and have they loaded the same shared libraries?");
  }
  return address;
}

}  // namespace detail

std::uint64_t build_identity() noexcept {
  auto const list = loaded_modules();
  std::uint64_t identity = list->modules.front().identity;
  segment const* const segment = list->find(reinterpret_cast<std::uintptr_t>(&build_identity));
  if (segment != nullptr && segment->module != 0) identity = identity * 31 + list->modules[segment->module].identity;
  return identity;
}

}  // namespace skua::wire
