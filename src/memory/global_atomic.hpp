// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic operations on words of this place, as other places request them.
#pragma once

#include <cstddef>
#include <cstdint>

#include <skua/detail/memory/word_operation.hpp>

namespace skua::memory {

constexpr std::size_t size_of(word_type type) noexcept {
  return type == word_type::i32 || type == word_type::u32 || type == word_type::f32 ? 4 : 8;
}
/// Applies the operation to the word at that address; returns the old value. Throws skua::error if
/// the word is not aligned.
std::uint64_t operate_on(std::byte* at, word_request const& request);

}  // namespace skua::memory
