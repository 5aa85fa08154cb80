// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// std::atomic's interface, fences, spinning and futex calls, seen by the explorer. Production
// headers get these through skua/detail/base/atomic.hpp when SKUA_MODEL is set. Outside an
// execution everything acts as plain data.
#pragma once

#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "explore/engine.hpp"
#include "explore/memory_order.hpp"

namespace skua::model {

template <class T>
class atomic {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(std::uint64_t));

 public:
  using value_type = T;
  static constexpr bool is_always_lock_free = true;

  constexpr atomic() noexcept : atomic(T{}) {}
  // NOLINTNEXTLINE(google-explicit-constructor): as std::atomic
  constexpr atomic(T value) noexcept : value_(value), initial_(value) {
    if (!std::is_constant_evaluated()) {
      if (active != nullptr) {
        origin_ = constructed_inside;
        enroll();
      }
    }
  }
  atomic(atomic const&) = delete;
  atomic& operator=(atomic const&) = delete;
  constexpr ~atomic() {
    if (!std::is_constant_evaluated()) {
      if (active != nullptr && serial_ == active->serial()) active->mem().destroy(active->current(), id_);
    }
  }

  T load(std::memory_order o = std::memory_order_seq_cst) const noexcept {
    if (active == nullptr) return value_;
    active->point();
    std::uint32_t const id = location_id();
    active->about_to_read();
    reading const r = active->mem().load(active->current(), id, o);
    active->has_loaded(!is_sequential(o) && !r.restricted);
    return decode(r.value);
  }

  void store(T value, std::memory_order o = std::memory_order_seq_cst) noexcept {
    if (active != nullptr) {
      active->point();
      std::uint32_t const id = location_id();
      active->mem().store(active->current(), id, encode(value), o);
      active->has_written(encode(value) != encode(value_));
    } else {
      initial_ = value;
    }
    value_ = value;
  }

  T exchange(T value, std::memory_order o = std::memory_order_seq_cst) noexcept {
    return change(o, [value](T) { return value; });
  }

  bool compare_exchange_strong(T& expected, T desired, std::memory_order success, std::memory_order failure) noexcept {
    return compare(expected, desired, success, failure, false);
  }
  bool compare_exchange_strong(T& expected, T desired, std::memory_order o = std::memory_order_seq_cst) noexcept {
    return compare(expected, desired, o, failure_order(o), false);
  }
  bool compare_exchange_weak(T& expected, T desired, std::memory_order success, std::memory_order failure) noexcept {
    return compare(expected, desired, success, failure, true);
  }
  bool compare_exchange_weak(T& expected, T desired, std::memory_order o = std::memory_order_seq_cst) noexcept {
    return compare(expected, desired, o, failure_order(o), true);
  }

  using difference = std::conditional_t<std::is_pointer_v<T>, std::ptrdiff_t, T>;
  T fetch_add(difference d, std::memory_order o = std::memory_order_seq_cst) noexcept {
    return change(o, [d](T v) { return static_cast<T>(v + d); });
  }
  T fetch_sub(difference d, std::memory_order o = std::memory_order_seq_cst) noexcept {
    return change(o, [d](T v) { return static_cast<T>(v - d); });
  }
  T fetch_and(T m, std::memory_order o = std::memory_order_seq_cst) noexcept {
    return change(o, [m](T v) { return static_cast<T>(v & m); });
  }
  T fetch_or(T m, std::memory_order o = std::memory_order_seq_cst) noexcept {
    return change(o, [m](T v) { return static_cast<T>(v | m); });
  }
  T fetch_xor(T m, std::memory_order o = std::memory_order_seq_cst) noexcept {
    return change(o, [m](T v) { return static_cast<T>(v ^ m); });
  }

  // NOLINTNEXTLINE(google-explicit-constructor): as std::atomic
  operator T() const noexcept { return load(); }
  T operator=(T value) noexcept {
    store(value);
    return value;
  }
  T operator++() noexcept { return static_cast<T>(fetch_add(1) + 1); }
  T operator++(int) noexcept { return fetch_add(1); }
  T operator--() noexcept { return static_cast<T>(fetch_sub(1) - 1); }
  T operator--(int) noexcept { return fetch_sub(1); }
  T operator+=(difference d) noexcept { return static_cast<T>(fetch_add(d) + d); }
  T operator-=(difference d) noexcept { return static_cast<T>(fetch_sub(d) - d); }
  T operator&=(T m) noexcept { return static_cast<T>(fetch_and(m) & m); }
  T operator|=(T m) noexcept { return static_cast<T>(fetch_or(m) | m); }
  T operator^=(T m) noexcept { return static_cast<T>(fetch_xor(m) ^ m); }
  [[nodiscard]] bool is_lock_free() const noexcept { return true; }

  void wait(T old, std::memory_order o = std::memory_order_seq_cst) const noexcept {
    while (encode(load(o)) == encode(old)) futex_wait(old, false);
  }
  void notify_one() noexcept { futex_wake(1); }
  void notify_all() noexcept { futex_wake(max_threads); }

  // The members that wait(), wait_timed(), wake() and name() below call.
  bool futex_wait(T old, bool timed) const noexcept {
    active->point();
    return active->wait(location_id(), encode(old), timed);
  }
  void futex_wake(std::size_t how_many) const noexcept {
    if (active != nullptr) {
      active->point();
      active->wake(location_id(), how_many);
    }
  }
  void set_name(char const* text) const {
    if (active != nullptr) active->mem().name(location_id(), text);
  }

 private:
  static std::uint64_t encode(T value) noexcept {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return bits;
  }
  static T decode(std::uint64_t bits) noexcept {
    T value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }

  void enroll() const {
    id_ = active->mem().create(active->current(), this, encode(initial_), origin_ == constructed_outside);
    serial_ = active->serial();
  }

  // The number of this atomic in the running execution. An atomic constructed outside the
  // executions enters each of them with the value that it had outside.
  std::uint32_t location_id() const {
    if (origin_ == constructed_outside && serial_ != active->serial()) enroll();
    if (serial_ != active->serial() || !active->mem().knows(id_, this))
      active->fail("an atomic is used that does not exist, or not any more");
    return id_;
  }

  template <class Change>
  T change(std::memory_order o, Change const& f) noexcept {
    T const old_value = value_;
    if (active == nullptr) {
      value_ = initial_ = f(old_value);
      return old_value;
    }
    active->point();
    std::uint32_t const id = location_id();
    T const replaced =
        decode(active->mem().modify(active->current(), id, o, [&](std::uint64_t v) { return encode(f(decode(v))); }));
    value_ = f(replaced);
    active->has_written(encode(value_) != encode(replaced));
    return replaced;
  }

  bool compare(T& expected, T desired, std::memory_order success, std::memory_order failure, bool weak) noexcept {
    if (active == nullptr) {
      bool const is_equal = encode(value_) == encode(expected);
      if (is_equal)
        value_ = initial_ = desired;
      else
        expected = value_;
      return is_equal;
    }
    active->point();
    std::uint32_t const id = location_id();
    active->about_to_read();
    std::uint64_t bits = encode(expected);
    if (active->mem().compare_exchange(active->current(), id, bits, encode(desired), success, failure, weak)) {
      active->has_written(bits != encode(desired));
      value_ = desired;
      return true;
    }
    expected = decode(bits);
    return false;
  }

  // Unlikely words: after its destruction the memory of an atomic may hold anything, and a late use
  // must not look like a new atomic.
  static constexpr std::uint32_t constructed_outside = 0x5CA1'AB1E;
  static constexpr std::uint32_t constructed_inside = 0xB01D'FACE;

  T value_;    // the newest value, for use outside an execution
  T initial_;  // the value with which an atomic constructed outside enters an execution
  mutable std::uint32_t id_ = 0;
  mutable std::uint32_t serial_ = 0;
  std::uint32_t origin_ = constructed_outside;
};

/// Orders the compiler only; pairs with heavy_fence() of another thread.
inline void light_fence() noexcept {
  if (active != nullptr) {
    active->point();
    active->mem().light_fence(active->current());
  }
}

/// One thread's membarrier: ordered before or after every light_fence(), and a seq_cst fence
/// itself.
inline void heavy_fence() noexcept {
  if (active != nullptr) {
    active->point();
    active->mem().heavy_fence(active->current(), active->thread_count());
  }
}

inline void fence(std::memory_order o) noexcept {
  if (active != nullptr) {
    active->point();
    active->mem().fence(active->current(), o);
  }
}

inline void full_fence() noexcept { fence(std::memory_order_seq_cst); }

/// This thread spins: it continues after another thread has written, and then reads a newer value.
inline void cpu_relax() noexcept {
  if (active != nullptr) active->relax();
}

/// Sleeps while the newest value of `a` is `old`, until woken. May return at once.
template <class T>
void wait(atomic<T> const& a, std::type_identity_t<T> old) noexcept {
  a.futex_wait(old, false);
}

/// Like wait(), but may return false at any moment: the time is over.
template <class T>
[[nodiscard]] bool wait_timed(atomic<T> const& a, std::type_identity_t<T> old) noexcept {
  return a.futex_wait(old, true);
}

/// Wakes up to `how_many` sleepers, any of them.
template <class T>
void wake(atomic<T> const& a, std::size_t how_many = 1) noexcept {
  a.futex_wake(how_many);
}

/// Gives a location a name for traces. `text` must outlive the exploration.
template <class T>
void name(atomic<T> const& a, char const* text) {
  a.set_name(text);
}

/// Every name that mutated() has been called with; a test uses it to verify that it plants every
/// mutation.
inline std::vector<std::string>& mutations_met() {
  static std::vector<std::string> names;
  return names;
}

/// Whether the weakening called `name` is planted in this execution.
inline bool mutated(char const* name) {
  static std::vector<char const*> names_met;  // string literals: compared by address first, cheaply
  if (std::find(names_met.begin(), names_met.end(), name) == names_met.end()) {
    names_met.push_back(name);
    if (std::find(mutations_met().begin(), mutations_met().end(), name) == mutations_met().end())
      mutations_met().emplace_back(name);
  }
  return active != nullptr && !active->mutation().empty() && active->mutation() == name;
}

}  // namespace skua::model
