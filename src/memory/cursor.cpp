// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/cursor.hpp"

#include <cstring>

namespace skua::memory {
namespace {

template <class Word>
void copy_word(std::byte* to, std::byte const* from) noexcept {
  // relaxed: only prevents tearing; messages and futures give the order
  __atomic_store_n(reinterpret_cast<Word*>(to), __atomic_load_n(reinterpret_cast<Word const*>(from), __ATOMIC_RELAXED),
                   __ATOMIC_RELAXED);
}

}  // namespace

void copy_bytes(std::byte* to, std::byte const* from, std::uint64_t n) noexcept {
  auto const address_bits = reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from);
  if (n == 8 && address_bits % 8 == 0) return copy_word<std::uint64_t>(to, from);
  if (n == 4 && address_bits % 4 == 0) return copy_word<std::uint32_t>(to, from);
  if (n == 2 && address_bits % 2 == 0) return copy_word<std::uint16_t>(to, from);
  if (n == 1) return copy_word<std::uint8_t>(to, from);
  std::memmove(to, from, n);
}

void pack(wire::writer& to, layout const& layout, std::byte* first, piece const& piece) {
  cursor cursor(layout, first, piece.begin);
  for (std::uint64_t remaining = piece.end - piece.begin; remaining > 0;) {
    std::uint64_t const n = std::min(remaining, cursor.left_in_row());
    if (n <= 8) {
      alignas(8) std::byte word[8];
      copy_bytes(word, cursor.at(), n);
      to.raw(word, n);
    } else {
      to.raw(cursor.at(), n);
    }
    cursor.advance(n);
    remaining -= n;
  }
}

void unpack(wire::reader& from, layout const& layout, std::byte* first, piece const& piece) {
  cursor cursor(layout, first, piece.begin);
  for (std::uint64_t remaining = piece.end - piece.begin; remaining > 0;) {
    std::uint64_t const n = std::min(remaining, cursor.left_in_row());
    auto const bytes = from.take(n);
    if (n <= 8) {
      alignas(8) std::byte word[8];
      std::memcpy(word, bytes.data(), n);
      copy_bytes(cursor.at(), word, n);
    } else {
      std::memcpy(cursor.at(), bytes.data(), n);
    }
    cursor.advance(n);
    remaining -= n;
  }
}

}  // namespace skua::memory
