// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the handles of all kinds of reducers have in common: reading the value, and watching it.
#pragma once

#include <chrono>
#include <utility>

#include <skua/sched/object_name.hpp>

namespace skua::sched {

/// An 8-byte name of an Object, whose values are of type T.
template <class Object, class T>
class reducer_handle {
 public:
  using value_type = T;

  /// Every value merged before the call, at any place, each once; of those merged meanwhile some.
  /// *Before* is what the end of a scope, a returned `at`, the `get` of a future, a phase of a
  /// phaser or a message says has happened (docs/memory_model.md). It costs nothing at the
  /// reducer's own place after the scopes that used it; else it asks all places at once, and may
  /// suspend (also in a cancelled scope, where it does not throw).
  [[nodiscard]] T get() const { return name_->exact(name_.bits()); }
  /// The same, always by asking all places: for tasks that watch others.
  [[nodiscard]] T peek() const { return name_->peek(name_.bits()); }
  /// Every value that tasks of the calling place, of whatever scope, have merged there before the
  /// call.
  [[nodiscard]] T local() const { return name_->local(name_.bits()); }
  /// Back to the identity, at all places; at the reducer's own place, and when no task uses it.
  /// With several places it may suspend.
  void reset() const { name_->reset(name_.bits()); }

  /// Runs action() once, as an urgent task of the scope that owns the reducer, as soon as
  /// predicate(value) holds. It is looked at every millisecond at first, later every three, and a
  /// last time when all tasks of that scope have ended: a condition that holds then is never
  /// missed, one that held only in between (possible if the value is not monotonic) may be. The
  /// predicate runs on a thread of the library: it must be quick and must not wait; what it throws
  /// goes to the scope. To be called in a task of that scope. In a cancelled scope the action does
  /// not run.
  template <class Predicate, class Action>
  void when(Predicate predicate, Action action) const {
    name_->when(std::move(predicate), std::move(action));
  }
  /// Runs action(value) every `period` (at least a millisecond) while the owning scope lasts, as an
  /// urgent task of it; not again before the last one has ended.
  template <class Rep, class Period, class Action>
  void every(std::chrono::duration<Rep, Period> const& period, Action action) const {
    name_->every(std::chrono::ceil<std::chrono::nanoseconds>(period), std::move(action));
  }

 protected:
  explicit reducer_handle(Object* made) : name_(made) {}

  object_name<Object> name_;
};

}  // namespace skua::sched
