// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shared_var: a variable that all places can read and write.
#pragma once

#include <cstddef>
#include <span>

#include <skua/memory/allocate.hpp>
#include <skua/memory/global_atomic.hpp>
#include <skua/place_set.hpp>

namespace skua {
namespace memory {

/// Allocates memory at a place, which the caller's innermost scope owns. May suspend; throws
/// bad_global_alloc.
global_ptr<std::byte> allocate_variable(int place, std::size_t bytes, std::size_t alignment);

/// A collective operation: allocates memory at one member (-1: the first) and copies that member's
/// `value` to it. It is deallocated when the callers' scopes have ended at all members. A null
/// `set` means every place. Throws bad_global_alloc at every member.
global_ptr<std::byte> collective_allocate(place_set const* set, int place, std::span<std::byte const> value,
                                          std::size_t alignment);

}  // namespace memory

/// A T at one place, owned by the scope that created it. The handle is a value, which a task may
/// capture and send.
template <class T>
class shared_var {
 public:
  /// Makes a variable at the caller's place, or at another one; its value is T{} if none is given.
  explicit shared_var(T const& value = T{}) : shared_var(value, here()) {}
  shared_var(T const& value, int place) : p_(make(value, place)) {}
  /// A collective operation of every place, or of the members of a set: all callers get handles of
  /// the same variable. It lies at the first member or at `place`, and has that member's value at
  /// first. It lives until the calling scopes have ended at all members.
  [[nodiscard]] static shared_var collective(T const& value = T{}, int place = -1) {
    return shared_var(nullptr, place, value);
  }
  [[nodiscard]] static shared_var collective(T const& value, place_set const& members) {
    return shared_var(&members, -1, value);
  }
  [[nodiscard]] static shared_var collective(T const& value, int place, place_set const& members) {
    return shared_var(&members, place, value);
  }

  /// Reads the variable; at another place the caller is suspended.
  [[nodiscard]] T get() const { return (*p_).get(); }
  /// Writes the variable; x is visible when the call returns.
  void set(T const& value) const { (*p_).set(value); }
  operator T() const { return get(); }
  shared_var const& operator=(T const& value) const {
    set(value);
    return *this;
  }
  /// A global pointer to the variable.
  [[nodiscard]] global_ptr<T> pointer() const noexcept { return p_; }
  /// The place of the variable.
  [[nodiscard]] int where() const noexcept { return p_.where(); }
  /// Returns an atomic of the variable, for a number that several tasks change concurrently.
  [[nodiscard]] global_atomic<T> atomic() const noexcept { return global_atomic<T>(p_); }

 private:
  shared_var(place_set const* members, int place, T const& value)
      : p_(global_cast<T>(
            memory::collective_allocate(members, place, std::as_bytes(std::span(&value, 1)), alignof(T)))) {}
  static global_ptr<T> make(T const& value, int place) {
    auto const pointer = global_cast<T>(memory::allocate_variable(place, sizeof(T), alignof(T)));
    *pointer = value;
    return pointer;
  }
  global_ptr<T> p_;
};

}  // namespace skua
