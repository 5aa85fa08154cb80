// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic operations on a word. A caller runs this code on mapped memory; the word's place runs the
// same code for requests of other places.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <type_traits>

#include <skua/detail/base/config.hpp>

namespace skua {

/// Operations of global_atomic.
enum class atomic_op : std::uint8_t {
  load,              ///< read; the operand is ignored
  store,             ///< write the operand
  exchange,          ///< write the operand, return the old value
  compare_exchange,  ///< write the operand if the number equals `expected`
  add,               ///< add the operand
  bit_and,           ///< bitwise and
  bit_or,            ///< bitwise or
  bit_xor,           ///< bitwise exclusive or
  min,               ///< the lesser of both
  max                ///< the greater of both
};

namespace memory {

enum class word_type : std::uint8_t { i32, u32, i64, u64, f32, f64 };

template <class T>
inline constexpr bool is_atomic_word =
    (std::is_integral_v<T> || std::is_floating_point_v<T>) && (sizeof(T) == 4 || sizeof(T) == 8);
template <class T>
inline constexpr word_type word_type_of =
    std::is_floating_point_v<T> ? (sizeof(T) == 4 ? word_type::f32 : word_type::f64)
    : std::is_signed_v<T>       ? (sizeof(T) == 4 ? word_type::i32 : word_type::i64)
                                : (sizeof(T) == 4 ? word_type::u32 : word_type::u64);

constexpr bool is_bitwise(atomic_op op) noexcept {
  return op == atomic_op::bit_and || op == atomic_op::bit_or || op == atomic_op::bit_xor;
}

/// -x; for integers modulo their range, as the additions are.
template <class T>
constexpr T negated(T value) noexcept {
  if constexpr (std::is_integral_v<T>) {
    using unsigned_type = std::make_unsigned_t<T>;
    return static_cast<T>(unsigned_type{0} - static_cast<unsigned_type>(value));
  } else {
    return -value;
  }
}

/// An operation, as it is sent to the word's place.
struct word_request {
  atomic_op op;
  word_type type;
  std::uint64_t operand = 0;
  std::uint64_t expected = 0;  // of compare_exchange
};

template <class T>
std::uint64_t bits_of(T value) noexcept {
  if constexpr (sizeof(T) == 4) {
    return std::bit_cast<std::uint32_t>(value);
  } else {
    return std::bit_cast<std::uint64_t>(value);
  }
}
template <class T>
T from_bits(std::uint64_t bits) noexcept {
  if constexpr (sizeof(T) == 4) {
    return std::bit_cast<T>(static_cast<std::uint32_t>(bits));
  } else {
    return std::bit_cast<T>(bits);
  }
}

template <class T, class F>
SKUA_INLINE T change(std::atomic_ref<T> word, F const& function) noexcept {
  T old_value = word.load(std::memory_order_relaxed);  // relaxed: the exchange decides
  while (!word.compare_exchange_weak(old_value, function(old_value))) {
  }
  return old_value;
}

/// Applies the operation and returns the old value (for a store, an unspecified one). Sequentially
/// consistent. Never returns the operand: gcc 12 would keep both in one register, and its loop for
/// fetch_or and fetch_xor would then use the old value twice.
template <class T>
SKUA_INLINE T apply(T& at, atomic_op op, T operand, T expected) noexcept {
  std::atomic_ref<T> const word(at);
  switch (op) {
    case atomic_op::load:
      return word.load();
    case atomic_op::store:
      word.store(operand);
      break;
    case atomic_op::exchange:
      return word.exchange(operand);
    case atomic_op::compare_exchange:
      word.compare_exchange_strong(expected, operand);
      return expected;
    case atomic_op::add:
      if constexpr (std::is_integral_v<T>) {
        return word.fetch_add(operand);
      } else {
        return change(word, [&](T value) { return value + operand; });
      }
    case atomic_op::min:
      return change(word, [&](T value) { return operand < value ? operand : value; });
    case atomic_op::max:
      return change(word, [&](T value) { return value < operand ? operand : value; });
    case atomic_op::bit_and:
      if constexpr (std::is_integral_v<T>) return word.fetch_and(operand);
      break;
    case atomic_op::bit_or:
      if constexpr (std::is_integral_v<T>) return word.fetch_or(operand);
      break;
    case atomic_op::bit_xor:
      if constexpr (std::is_integral_v<T>) return word.fetch_xor(operand);
      break;
  }
  return T{};
}

}  // namespace memory
}  // namespace skua
