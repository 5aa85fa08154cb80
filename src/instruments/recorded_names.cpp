// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "instruments/recorded_names.hpp"

#include "system/stack_trace.hpp"

namespace skua::sched {
namespace {
/// In a number: it is that of a text, not the address of a function.
constexpr std::uint64_t name_is_text = std::uint64_t{1} << 63;
}  // namespace

std::uint64_t recorded_names::number_of(fibre const* current, task_fn fn) {
  if (current->ended_name == nullptr) return reinterpret_cast<std::uintptr_t>(fn);
  auto const [entry, is_new] = numbers_.try_emplace(current->ended_name, name_is_text | texts_.size());
  if (is_new) texts_.push_back(entry->first);
  return entry->second;
}

std::string recorded_names::text_of(std::uint64_t number) const {
  if ((number & name_is_text) != 0) return texts_[number & ~name_is_text];
  std::string const text = number == 0 ? std::string() : system::function_at_address(number);
  return text.empty() ? "task" : text;
}

}  // namespace skua::sched
