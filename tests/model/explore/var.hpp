// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plain data under the explorer: every access is checked against the happens-before order of this
// execution.
#pragma once

#include <string>

#include "explore/engine.hpp"

namespace skua::model {

/// Records the accesses of each thread, and fails the execution on an unordered pair of which one
/// is a write.
class race_check {
 public:
  void read() const {
    if (!begin()) return;
    std::size_t const t = active->current();
    view const& own_view = active->mem().current(t);
    if (own_view.clock[writer_] < written_ && writer_ != t) report(t, "reads", writer_, "write");
    reads_[t] = own_view.clock[t];
  }

  void write() const {
    if (!begin()) return;
    std::size_t const t = active->current();
    view const& own_view = active->mem().current(t);
    if (own_view.clock[writer_] < written_ && writer_ != t) report(t, "writes", writer_, "write");
    for (std::size_t u = 0; u < max_threads; ++u)
      if (u != t && own_view.clock[u] < reads_[u]) report(t, "writes", u, "read");
    writer_ = t;
    written_ = own_view.clock[t];
  }

  void set_name(char const* text) { name_ = text; }

 private:
  // False outside an execution. An object made before this execution starts without a history.
  bool begin() const {
    if (active == nullptr) return false;
    if (serial_ != active->serial()) {
      serial_ = active->serial();
      writer_ = 0;
      written_ = 0;
      reads_ = {};
    }
    return true;
  }

  [[noreturn]] void report(std::size_t t, char const* does, std::size_t other_thread, char const* other_access) const {
    active->fail("data race: T" + std::to_string(t) + " " + does + " " + name_ + " unordered with a " + other_access +
                 " by T" + std::to_string(other_thread));
  }

  char const* name_ = "a plain variable";
  mutable std::uint32_t serial_ = 0;
  mutable std::size_t writer_ = 0;
  mutable clock_value written_ = 0;
  mutable std::array<clock_value, max_threads> reads_{};
};

/// A variable with race checks. Copying it reads the source; it behaves as a T otherwise.
template <class T>
class var {
 public:
  var() : value_() { check_.write(); }
  // NOLINTNEXTLINE(google-explicit-constructor): stands in for a T
  var(T value) : value_(std::move(value)) { check_.write(); }
  var(var const& other) : value_(other.get()) { check_.write(); }
  var& operator=(var const& other) {
    set(other.get());
    return *this;
  }
  var& operator=(T value) {
    set(std::move(value));
    return *this;
  }
  ~var() { check_.write(); }

  // NOLINTNEXTLINE(google-explicit-constructor): stands in for a T
  operator T() const { return get(); }
  [[nodiscard]] T get() const {
    check_.read();
    return value_;
  }
  void set(T value) {
    check_.write();
    value_ = std::move(value);
  }
  T operator->() const
    requires std::is_pointer_v<T>
  {
    return get();
  }
  void set_name(char const* text) { check_.set_name(text); }

 private:
  T value_;
  race_check check_;
};

}  // namespace skua::model
