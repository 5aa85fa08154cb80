// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Words of global memory that tasks of all places may change concurrently.
//
// One mechanism: the processor's atomic operations on the word. The caller executes them if the
// memory is mapped, else the word's place does. All are sequentially consistent.
#pragma once

#include <cstdint>
#include <type_traits>

#include <skua/detail/base/check.hpp>
#include <skua/detail/memory/word_operation.hpp>
#include <skua/future.hpp>
#include <skua/memory/global_ptr.hpp>

namespace skua {
namespace memory {

/// Requests the operation from the word's place; returns the old value. Throws skua::error if the
/// pointer is invalid.
SKUA_COLD std::uint64_t operate_slowly(int place, std::uint64_t offset, word_request const& request);
/// Starts the operation and does not wait: `result` (a future_value<uint64>, or null) gets the old
/// value, and the scope waits for the reply.
SKUA_COLD void start_operation(int place, std::uint64_t offset, word_request const& request,
                               sched::future_state* result);

}  // namespace memory

/// An integer or floating-point number of 32 or 64 bits at any place. If the memory is not mapped,
/// its operations suspend the task until the reply has arrived. Operations without a result do not
/// wait; the scope waits for them.
template <class T>
class global_atomic {
  static_assert(memory::is_atomic_word<T>, "skua: atomic operations are for numbers of 32 and 64 bits");

 public:
  /// The word at `pointer`, which must be aligned.
  explicit constexpr global_atomic(global_ptr<T> pointer) noexcept : p_(pointer) {}

  /// Reads the number. The result of these operations arrives before they return; they may
  /// suspend.
  [[nodiscard]] T load() const { return operate(atomic_op::load, T{}); }
  /// Writes x and returns the old value.
  [[nodiscard]] T exchange(T value) const { return operate(atomic_op::exchange, value); }
  /// Returns true if the word was `expected` (bit for bit) and is now `desired`; otherwise sets
  /// `expected` to the word's value and returns false.
  bool compare_exchange(T& expected, T desired) const {
    T const comparand = expected;
    expected = operate(atomic_op::compare_exchange, desired, comparand);
    return memory::bits_of(expected) == memory::bits_of(comparand);
  }
  // Each returns the old value.
  /// Adds `value` and returns the old value.
  T fetch_add(T value) const { return operate(atomic_op::add, value); }
  /// Subtracts `value` and returns the old value.
  T fetch_sub(T value) const { return operate(atomic_op::add, memory::negated(value)); }
  /// Writes `value` if it is less; returns the old value.
  T fetch_min(T value) const { return operate(atomic_op::min, value); }
  /// Writes `value` if it is greater; returns the old value.
  T fetch_max(T value) const { return operate(atomic_op::max, value); }
  /// Writes the bitwise and; returns the old value.
  T fetch_and(T value) const
    requires std::is_integral_v<T>
  {
    return operate(atomic_op::bit_and, value);
  }
  /// Writes the bitwise or; returns the old value.
  T fetch_or(T value) const
    requires std::is_integral_v<T>
  {
    return operate(atomic_op::bit_or, value);
  }
  /// Writes the bitwise exclusive or; returns the old value.
  T fetch_xor(T value) const
    requires std::is_integral_v<T>
  {
    return operate(atomic_op::bit_xor, value);
  }
  /// Writes x; it is visible when the call returns.
  void store(T value) const { operate(atomic_op::store, value); }

  // Without a result: complete when the scope has ended.
  /// Adds `value`. Like all operations without a result it is done when the scope of the caller has
  /// ended.
  void add(T value) const { begin(atomic_op::add, value); }
  /// Writes `value` if it is less, without a result.
  void(min)(T value) const { begin(atomic_op::min, value); }
  /// Writes `value` if it is greater, without a result.
  void(max)(T value) const { begin(atomic_op::max, value); }
  /// Writes the bitwise and, without a result.
  void bit_and(T value) const
    requires std::is_integral_v<T>
  {
    begin(atomic_op::bit_and, value);
  }
  /// Writes the bitwise or, without a result.
  void bit_or(T value) const
    requires std::is_integral_v<T>
  {
    begin(atomic_op::bit_or, value);
  }
  /// Writes the bitwise exclusive or, without a result.
  void bit_xor(T value) const
    requires std::is_integral_v<T>
  {
    begin(atomic_op::bit_xor, value);
  }

  /// Any operation, with the old value as a future. The bitwise ones are for integers.
  [[nodiscard]] future<T> async(atomic_op op, T operand = T{}, T expected = T{}) const {
    (base::check)(std::is_integral_v<T> || !memory::is_bitwise(op),
                  "global_atomic: a bitwise operation on a floating-point number");
    if (T* const object = mapped()) return make_ready_future<T>(memory::apply(*object, op, operand, expected));
    auto* const state = sched::promise_state<std::uint64_t>::make();
    auto bits = future<std::uint64_t>::adopt(state);
    memory::start_operation(p_.where(), p_.offset(), request(op, operand, expected), state);
    return std::move(bits).then([](future<std::uint64_t> future) { return memory::from_bits<T>(future.get()); });
  }

 private:
  SKUA_INLINE T* mapped() const {
    std::byte* const bytes = memory::reach(memory::caller(), p_.where(), p_.offset(), sizeof(T));
    return SKUA_LIKELY(reinterpret_cast<std::uintptr_t>(bytes) % sizeof(T) == 0) ? reinterpret_cast<T*>(bytes)
                                                                                 : nullptr;
  }
  static memory::word_request request(atomic_op op, T operand, T expected) noexcept {
    return {op, memory::word_type_of<T>, memory::bits_of(operand), memory::bits_of(expected)};
  }
  SKUA_INLINE T operate(atomic_op op, T operand, T expected = T{}) const {
    if (T* const object = mapped(); SKUA_LIKELY(object != nullptr))
      return memory::apply(*object, op, operand, expected);
    return memory::from_bits<T>(memory::operate_slowly(p_.where(), p_.offset(), request(op, operand, expected)));
  }
  SKUA_INLINE void begin(atomic_op op, T operand) const {
    if (T* const object = mapped(); SKUA_LIKELY(object != nullptr)) {
      memory::apply(*object, op, operand, T{});
    } else {
      memory::start_operation(p_.where(), p_.offset(), request(op, operand, T{}), nullptr);
    }
  }
  global_ptr<T> p_;
};

}  // namespace skua
