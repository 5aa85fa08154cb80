// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The common part of the handles of all reducers: read the value, and watch it.
#pragma once

#include <chrono>
#include <concepts>
#include <iosfwd>
#include <utility>

#include <skua/detail/core/object_name.hpp>

namespace skua::remote {

/// The base of objects that have a value but do not convert to it. Its name is the hint in the
/// compiler's message when a program prints or converts the object.
struct call_get_to_read_it {};
template <class Char, class Traits, class Advice = call_get_to_read_it>
void operator<<(std::basic_ostream<Char, Traits>&, call_get_to_read_it const&) = delete;

/// An 8-byte name of an Object that has values of type T.
template <class Object, class T>
class reducer_handle : public call_get_to_read_it {
 public:
  using value_type = T;

  /// Every value merged before the call, at any place, exactly once, and some of those merged
  /// during the call. *Before*: ordered by the end of a scope, a returned `at`, the `get` of a
  /// future, a phase of a phaser or a message (docs/reference/memory_model.md). Free at the
  /// reducer's own place after the scopes that used it. Otherwise it asks all places at once, and
  /// may suspend (even in a cancelled scope, where it does not throw).
  [[nodiscard]] T get() const { return name_->exact(name_.bits()); }
  /// A snapshot during the run: always asks all places. For tasks that observe the progress of
  /// others.
  [[nodiscard]] T peek() const { return name_->peek(name_.bits()); }
  /// Every value that tasks of the calling place, of any scope, have merged there before the call.
  [[nodiscard]] T local() const { return name_->local(name_.bits()); }
  /// Sets the value to the identity at all places. Call it at the reducer's own place, while no
  /// task uses the reducer. With several places it may suspend.
  void reset() const { name_->reset(name_.bits()); }

  /// Runs action() once, as an urgent task of the scope that owns the reducer, as soon as
  /// predicate(value) holds. The predicate is tested every millisecond at first, later every three,
  /// and a last time when all tasks of that scope have ended. So a condition that holds at the end
  /// is never missed; one that held only for a while (if the value is not monotonic) may be. The
  /// predicate runs on a thread of the library: it must be quick and must not wait; its exception
  /// goes to the scope. Call when() in a task of that scope. In a cancelled scope the action does
  /// not run.
  template <class Predicate, class Action>
  void when(Predicate predicate, Action action) const {
    name_->when(std::move(predicate), std::move(action));
  }
  /// Runs action(value) every `period` (at least 1 ms) until the owning scope ends, as an urgent
  /// task of it. A call does not start before the previous one has ended.
  template <class Rep, class Period, class Action>
  void every(std::chrono::duration<Rep, Period> const& period, Action action) const {
    using std::chrono::nanoseconds;
    double const seconds = std::chrono::duration<double>(period).count();
    bool const fits = seconds > 0 && seconds < 9e9;
    name_->every(fits          ? std::chrono::ceil<nanoseconds>(period)
                 : seconds > 0 ? (nanoseconds::max)()
                               : nanoseconds(0),
                 std::move(action));
  }

  /// Refused: a reducer is read by get().
  template <std::same_as<T> Value, class Advice = call_get_to_read_it>
  operator Value() const = delete;

 protected:
  explicit reducer_handle(Object* object) : name_(object) {}

  sched::object_name<Object> name_;
};

}  // namespace skua::remote
