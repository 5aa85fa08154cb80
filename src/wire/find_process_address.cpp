// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <skua/detail/wire/find_process_address.hpp>

#include <cstdint>
#include <cstring>
#include <memory>

#include "wire/modules.hpp"

namespace skua::wire {
namespace {

struct range {
  std::uintptr_t first = 0;
  std::uintptr_t last = 0;
};

/// A program that is not position-independent lies below 4 GiB; modules loaded later do not.
range low_part_of_program() {
  range range;
  auto const list = loaded_modules();
  for (segment const& segment : list->segments) {
    if (segment.first > 0xffffffff) continue;
    if (range.last == 0) range.first = segment.first;
    range.last = segment.last;
  }
  return range;
}

bool looks_like_address(std::uint64_t word) {
  static range const low = low_part_of_program();
  if (word > 0xffffffff) return word >> 48 == 0;
  return word - low.first < low.last - low.first;
}

}  // namespace

std::optional<std::string> find_process_address(std::span<std::byte const> closure) {
  std::shared_ptr<module_list const> list;
  for (; closure.size() >= 8; closure = closure.subspan(8)) {
    std::uint64_t word = 0;
    std::memcpy(&word, closure.data(), 8);
    if (!looks_like_address(word)) continue;
    if (!list) list = loaded_modules();
    segment const* const segment = list->find(word);
    if (segment == nullptr) continue;
    std::string const& name = list->modules[segment->module].name;
    return std::string(segment->code ? "a function of " : "a static object or string literal of ") +
           (name.empty() ? "the program" : name);
  }
  return std::nullopt;
}

}  // namespace skua::wire
