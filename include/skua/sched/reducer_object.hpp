// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The object behind a reducer's handle: operation, identity, and an array of partials after it.
#pragma once

#include <chrono>
#include <concepts>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include <skua/base/aligned.hpp>
#include <skua/base/check.hpp>
#include <skua/sched/far_parts.hpp>
#include <skua/sched/object_name.hpp>
#include <skua/sched/partials.hpp>
#include <skua/sched/self.hpp>
#include <skua/sched/suspend.hpp>
#include <skua/sched/watch.hpp>
#include <skua/wire/wire.hpp>

namespace skua::sched {

template <class Predicate, class Action, class Object>
class condition final : public observer {
 public:
  condition(Object& object, Predicate p, Action a)
      : observer(false), object_(object), predicate_(std::move(p)), action_(std::move(a)) {}
  bool due(bool last) override { return static_cast<bool>(predicate_(last ? object_.total() : object_.seen())); }
  void act() override { action_(); }

 private:
  Object& object_;
  Predicate predicate_;
  Action action_;
};

template <class Action, class Object>
class report final : public observer {
 public:
  report(Object& object, Action a) : observer(true), object_(object), action_(std::move(a)) {}
  bool due(bool) override {
    (void)object_.seen();  // asks the other places
    return true;
  }
  void act() override { action_(object_.seen()); }

 private:
  Object& object_;
  Action action_;
};

/// What all kinds of reducers share: being owned and watched. Object has total().
template <class Object>
class watched_object : public watched {
 public:
  template <class Predicate, class Action>
  void when(Predicate p, Action a) {
    watch(std::make_unique<condition<Predicate, Action, Object>>(self_object(), std::move(p), std::move(a)),
          {std::chrono::milliseconds(1), std::chrono::milliseconds(3)});
  }
  template <class Action>
  void every(std::chrono::nanoseconds period, Action a) {
    if (period < std::chrono::milliseconds(1)) period = std::chrono::milliseconds(1);
    watch(std::make_unique<report<Action, Object>>(self_object(), std::move(a)), {period, period});
  }

 private:
  Object& self_object() noexcept { return static_cast<Object&>(*this); }
};

/// An operation that any place can make for itself.
template <class T, class Op>
inline constexpr bool self_explaining = [] {
  if constexpr (std::is_empty_v<Op> && std::is_default_constructible_v<Op>) {
    return requires {
      { Op::identity() } -> std::convertible_to<T>;
    };
  } else {
    return false;
  }
}();

template <class T, class Op>
class alignas(64) reducer_object final : public watched_object<reducer_object<T, Op>> {
 public:
  static constexpr bool travels = wire::travels<T> && (std::is_empty_v<Op> || std::is_trivially_copyable_v<Op>);
  static replica_kind const kind;

  /// Made and adopted by the calling task's innermost scope.
  static reducer_object* make(Op op, T identity) {
    place_front* const at = place_here();
    auto made = std::unique_ptr<reducer_object>(new (at->slots) reducer_object(std::move(op), std::move(identity), at));
    made->adopt_here();
    return made.release();
  }

  /// `s` is self().
  SKUA_INLINE void add(fibre const* s, T const& x) {
    if (SKUA_LIKELY(s != nullptr)) {
      at(s->worker->id).merge_own(op_, x);
    } else {
      at(slots_).merge_shared(op_, x);
    }
  }

  /// Every value merged before the call, at any place (far_parts.hpp); may suspend.
  T exact(std::uint64_t name) const {
    if constexpr (travels) {
      if (home_of_name(name) != this->home() || !everything_arrived(*this)) return peek(name);
    }
    return total();
  }
  /// Every value merged at the calling place before the call.
  T local(std::uint64_t name) const {
    if constexpr (travels) {
      if (home_of_name(name) != this->home()) {
        wire::writer part;
        write_part_here(this->made_at, name, part);
        wire::reader in(part.view());
        return wire::decode<T>(in);  // there is one: this replica
      }
    }
    return own_total();
  }
  /// All that has arrived here.
  T total() const {
    T all = own_total();
    elsewhere().look([&](T const& part) { merge(op_, all, part); });
    return all;
  }
  /// What this place's tasks have merged; of a replica: those of its scope.
  T own_total() const {
    T all = identity_;
    for (int i = 0; i <= slots_; ++i) {
      at(i).look([&](T const& part) { merge(op_, all, part); });
    }
    return all;
  }
  /// This place's part with the others' of late; never waits. By one thread at a time.
  T seen() {
    if constexpr (travels) {
      T all = own_total();
      far_.refresh(object_name<reducer_object>(this).bits(), this->made_at,
                   [&](T const& part) { merge(op_, all, part); });
      return all;
    } else {
      return total();
    }
  }
  /// This place's part with the others', asked for now.
  T peek(std::uint64_t name) const {
    if constexpr (travels) {
      bool const home = home_of_name(name) == this->home();  // else this is one replica of several here
      T all = home ? own_total() : identity_;
      for_each_far_part<T>(name, home ? this->home() : -1, [&](T const& part) { merge(op_, all, part); });
      return all;
    } else {
      return own_total();
    }
  }
  void reset(std::uint64_t name) {
    base::check(home_of_name(name) == this->home(),
                "a reducer was reset at another place than its own, where it was made");
    if constexpr (travels) reset_elsewhere(this);
    clear_merged();
    far_.forget();
  }

  void describe(wire::writer& to) const override {
    if constexpr (travels) {
      if constexpr (!(std::is_empty_v<Op> && std::is_default_constructible_v<Op>)) to.put(op_);
      wire::encode(to, identity_);
    } else {
      owned::describe(to);
    }
  }
  void take_merged(wire::writer& to) override {
    if constexpr (travels) {
      wire::encode(to, total());
      clear_merged();
    } else {
      owned::take_merged(to);
    }
  }
  void pack_part(wire::writer& to) const override {
    if constexpr (travels) {
      wire::encode(to, own_total());
    } else {
      owned::pack_part(to);
    }
  }
  void merge_in(wire::reader& from) override {
    if constexpr (travels) {
      elsewhere().merge_shared(op_, wire::decode<T>(from));
    } else {
      owned::merge_in(from);
    }
  }
  void keep_part(owned const& of) override {
    at(slots_).merge_shared(op_, static_cast<reducer_object const&>(of).own_total());
  }
  void clear_merged() override {
    for (int i = 0; i <= slots_ + 1; ++i) at(i).assign(identity_);
  }
  Op const& operation() const noexcept { return op_; }
  /// The calling worker's part.
  partial<T>& mine() noexcept {
    fibre const* s = self();
    return at(s != nullptr ? s->worker->id : slots_);
  }

  ~reducer_object() override {
    this->stop_watching();
    for (int i = 0; i <= slots_ + 1; ++i) at(i).~partial();
  }

  // One block: the object, then a partial for each worker, one for plain threads, one for what
  // comes from elsewhere.
  static void* operator new(std::size_t bytes, int slots) {
    return base::allocate_lines(bytes + (static_cast<std::size_t>(slots) + 2) * sizeof(partial<T>));
  }
  static void operator delete(void* p) noexcept { base::release_lines(p); }
  static void operator delete(void* p, int) noexcept { base::release_lines(p); }

 private:
  reducer_object(Op op, T identity, place_front* where)
      : slots_(where->slots), op_(std::move(op)), identity_(std::move(identity)) {
    static_assert(alignof(partial<T>) == 64, "reducer: values of more than 64-byte alignment are not supported");
    this->made_at = where;
    this->merges_parts = travels;
    int made = 0;
    try {
      for (; made <= slots_ + 1; ++made) ::new (static_cast<void*>(&raw()[made])) partial<T>(identity_);
    } catch (...) {
      while (made > 0) at(--made).~partial();
      throw;
    }
  }

  static owned* make_replica(place_front* where, wire::reader* from) {
    if constexpr (self_explaining<T, Op>) {
      return new (where->slots) reducer_object(Op{}, Op::identity(), where);
    } else if constexpr (travels) {
      Op op = [&] {
        if constexpr (std::is_empty_v<Op> && std::is_default_constructible_v<Op>) {
          return Op{};
        } else {
          return from->get<Op>();
        }
      }();
      return new (where->slots) reducer_object(std::move(op), wire::decode<T>(*from), where);
    } else {
      base::broken_contract("a reducer was used at another place whose values or operation cannot travel");
    }
  }

  partial<T>& elsewhere() const noexcept { return at(slots_ + 1); }
  partial<T>* raw() const noexcept { return reinterpret_cast<partial<T>*>(const_cast<reducer_object*>(this) + 1); }
  SKUA_INLINE partial<T>& at(int i) const noexcept { return raw()[static_cast<unsigned>(i)]; }

  int const slots_;
  [[no_unique_address]] Op op_;
  T identity_;
  far_parts<T> far_;
};

template <class T, class Op>
replica_kind const reducer_object<T, Op>::kind{true, &reducer_object::make_replica, !self_explaining<T, Op>};

}  // namespace skua::sched
