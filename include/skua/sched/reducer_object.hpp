// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The object behind a reducer's handle: operation, identity, and an array of partials after it.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include <skua/sched/partials.hpp>
#include <skua/sched/self.hpp>
#include <skua/sched/suspend.hpp>
#include <skua/sched/watch.hpp>

namespace skua::sched {

template <class Predicate, class Action, class Object>
class condition final : public observer {
 public:
  condition(Object const& object, Predicate p, Action a)
      : observer(false), object_(object), predicate_(std::move(p)), action_(std::move(a)) {}
  bool due() override { return static_cast<bool>(predicate_(object_.total())); }
  void act() override { action_(); }

 private:
  Object const& object_;
  Predicate predicate_;
  Action action_;
};

template <class Action, class Object>
class report final : public observer {
 public:
  report(Object const& object, Action a) : observer(true), object_(object), action_(std::move(a)) {}
  bool due() override { return true; }
  void act() override { action_(object_.total()); }

 private:
  Object const& object_;
  Action action_;
};

/// What all kinds of reducers share: being owned and watched. Object has total().
template <class Object>
class watched_object : public watched {
 public:
  template <class Predicate, class Action>
  void when(Predicate p, Action a) {
    watch(std::make_unique<condition<Predicate, Action, Object>>(self_object(), std::move(p), std::move(a)),
          std::chrono::milliseconds(1));
  }
  template <class Action>
  void every(std::chrono::nanoseconds period, Action a) {
    if (period < std::chrono::milliseconds(1)) period = std::chrono::milliseconds(1);
    watch(std::make_unique<report<Action, Object>>(self_object(), std::move(a)), period);
  }

 private:
  Object const& self_object() const noexcept { return static_cast<Object const&>(*this); }
};

template <class T, class Op>
class alignas(64) reducer_object final : public watched_object<reducer_object<T, Op>> {
 public:
  /// Made and adopted by the calling task's innermost scope.
  static reducer_object* make(Op op, T identity) {
    int const n = place_here()->slots;
    auto made = std::unique_ptr<reducer_object>(new (n) reducer_object(std::move(op), std::move(identity), n));
    made->adopt_here();
    return made.release();
  }

  SKUA_INLINE void add(T const& x) {
    fibre const* s = self();
    if (SKUA_LIKELY(s != nullptr)) {
      at(s->worker->id).merge_own(op_, x);
    } else {
      at(slots_).merge_shared(op_, x);
    }
  }

  T total() const {
    T all = identity_;
    for (int i = 0; i <= slots_; ++i) {
      at(i).look([&](T const& part) { merge(op_, all, part); });
    }
    return all;
  }
  void reset() {
    for (int i = 0; i <= slots_; ++i) at(i).assign(identity_);
  }
  Op const& operation() const noexcept { return op_; }
  /// The calling worker's part.
  partial<T>& mine() noexcept {
    fibre const* s = self();
    return at(s != nullptr ? s->worker->id : slots_);
  }

  ~reducer_object() override {
    this->stop_watching();
    for (int i = 0; i <= slots_; ++i) at(i).~partial();
  }

  // One block: the object, then slots + 1 partials.
  static void* operator new(std::size_t bytes, int slots) {
    return ::operator new(bytes + (static_cast<std::size_t>(slots) + 1) * sizeof(partial<T>), std::align_val_t{64});
  }
  static void operator delete(void* p) noexcept { ::operator delete(p, std::align_val_t{64}); }
  static void operator delete(void* p, int) noexcept { ::operator delete(p, std::align_val_t{64}); }

 private:
  reducer_object(Op op, T identity, int slots) : slots_(slots), op_(std::move(op)), identity_(std::move(identity)) {
    static_assert(alignof(partial<T>) == 64, "reducer: values of more than 64-byte alignment are not supported");
    int made = 0;
    try {
      for (; made <= slots_; ++made) ::new (static_cast<void*>(&raw()[made])) partial<T>(identity_);
    } catch (...) {
      while (made > 0) at(--made).~partial();
      throw;
    }
  }

  partial<T>* raw() const noexcept { return reinterpret_cast<partial<T>*>(const_cast<reducer_object*>(this) + 1); }
  SKUA_INLINE partial<T>& at(int i) const noexcept { return raw()[static_cast<unsigned>(i)]; }

  int const slots_;
  [[no_unique_address]] Op op_;
  T identity_;
};

}  // namespace skua::sched
