// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The object of a reducer: operation, identity, value. The partials of the workers lie elsewhere.
#pragma once

#include <chrono>
#include <concepts>
#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include <skua/detail/base/check.hpp>
#include <skua/detail/base/owner.hpp>
#include <skua/detail/core/object_name.hpp>
#include <skua/detail/core/packing_section.hpp>
#include <skua/detail/core/partials.hpp>
#include <skua/detail/core/self.hpp>
#include <skua/detail/core/suspend.hpp>
#include <skua/detail/core/watch.hpp>
#include <skua/detail/remote/remote_parts.hpp>
#include <skua/wire/wire.hpp>

namespace skua::remote {

template <class Predicate, class Action, class Object>
class condition final : public sched::observer {
 public:
  condition(Object& object, Predicate p, Action a)
      : sched::observer(false), object_(object), predicate_(std::move(p)), action_(std::move(a)) {}
  bool due(bool last) override { return static_cast<bool>(predicate_(last ? object_.total() : object_.latest(true))); }
  void act() override { action_(); }

 private:
  Object& object_;
  Predicate predicate_;
  Action action_;
};

template <class Action, class Object>
class report final : public sched::observer {
 public:
  report(Object& object, Action a) : sched::observer(true), object_(object), action_(std::move(a)) {}
  bool due(bool) override {
    (void)object_.latest(true);
    return true;
  }
  void act() override { action_(object_.latest(false)); }

 private:
  Object& object_;
  Action action_;
};

/// The common base of all reducers: a watched object of a scope. Object must have total() and
/// latest(asks).
template <class Object>
class watched_object : public sched::partial_owner {
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

/// Whether a place can make the operation and its identity without data from the reducer's place.
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
class reducer_object final : public watched_object<reducer_object<T, Op>> {
 public:
  static constexpr bool serializable =
      wire::serializable<T> && (std::is_empty_v<Op> || std::is_trivially_copyable_v<Op>);
  static sched::replica_kind const kind;

  /// Makes an object owned by the calling task's innermost scope.
  static reducer_object* make(Op op, T identity) {
    auto object =
        base::owner<reducer_object>(new reducer_object(std::move(op), std::move(identity), sched::place_here()));
    object->adopt_here();
    return object.release();
  }

  /// `s` must be self().
  SKUA_INLINE void add(sched::fibre const* s, T const& x) {
    if (auto* const own = this->template own_partial<partial>(s); SKUA_LIKELY(own != nullptr)) {
      own->merge_own(op_, x);
    } else {
      add_slowly(s, x);
    }
  }
  /// Calls f(value) with the calling worker's partial, or with the value of external threads.
  template <class F>
  void change_own(F&& f) {
    sched::fibre const* const s = sched::self();
    auto* own = this->template own_partial<partial>(s);
    if (own == nullptr) own = open_own(s);
    if (own != nullptr) return own->change(f);
    base::spin_guard const g(this->lock_);
    f(value_);
  }

  /// Every value merged before the call, at any place (remote_parts.hpp); may suspend.
  T exact(std::uint64_t name) const {
    if constexpr (serializable) {
      if (sched::home_of_name(name) != this->home() || !everything_arrived(*this)) return peek(name);
    }
    return total();
  }
  /// Every value merged at the calling place before the call.
  T local(std::uint64_t name) const {
    if constexpr (serializable) {
      if (sched::home_of_name(name) != this->home()) {
        wire::writer part;
        write_part_here(this->made_at, name, part);
        wire::reader input(part.view());
        return sched::decode_timed<T>(input);  // exactly one part: this replica's
      }
    }
    return own_total();
  }
  /// The merge of everything that has arrived at this place.
  T total() const {
    base::spin_guard const g(this->lock_);
    T result = own_locked();
    sched::merge(op_, result, arrived_);
    return result;
  }
  /// The part that this place's tasks have merged; for a replica: the tasks of its scope.
  T own_total() const {
    base::spin_guard const g(this->lock_);
    return own_locked();
  }
  /// This place's part and the last known parts of other places. Never waits. `asks`: the other
  /// places are asked for their present parts; one such call at a time.
  T latest(bool asks) {
    if constexpr (serializable) {
      T result = own_total();
      merge_all(known_parts_.read(sched::object_name<reducer_object>(this).bits(), this->made_at, asks), result);
      return result;
    } else {
      return total();
    }
  }
  /// This place's part and the parts of the other places, which are asked for them now.
  T peek(std::uint64_t name) const {
    if constexpr (serializable) {
      bool const home = sched::home_of_name(name) == this->home();  // else this is one replica of several here
      T result = home ? own_total() : identity_;
      merge_all(gather_parts(name, !home), result);
      return result;
    } else {
      return own_total();
    }
  }
  void reset(std::uint64_t name) {
    (base::check)(sched::home_of_name(name) == this->home(),
                  "a reducer was reset at a place other than the one where it was made");
    if constexpr (serializable) reset_remote(this);
    clear_merged();
    known_parts_.forget();
  }

  void describe(wire::writer& to) const override {
    if constexpr (serializable) {
      if constexpr (!(std::is_empty_v<Op> && std::is_default_constructible_v<Op>)) to.put(op_);
      sched::encode_timed(to, identity_);
    } else {
      sched::scope_object::describe(to);
    }
  }
  void take_merged(wire::writer& to) override {
    if constexpr (serializable) {
      sched::encode_timed(to, total());
      clear_merged();
    } else {
      sched::scope_object::take_merged(to);
    }
  }
  void pack_part(wire::writer& to) const override {
    if constexpr (serializable) {
      sched::encode_timed(to, own_total());
    } else {
      sched::scope_object::pack_part(to);
    }
  }
  void merge_in(wire::reader& from) override {
    if constexpr (serializable) {
      merge_shared(arrived_, sched::decode_timed<T>(from));
    } else {
      sched::scope_object::merge_in(from);
    }
  }
  void keep_part(sched::scope_object const& replica) override {
    merge_shared(value_, static_cast<reducer_object const&>(replica).own_total());
  }
  void clear_merged() override {
    base::spin_guard const g(this->lock_);
    value_ = arrived_ = identity_;
    this->template for_each_partial<partial>([&](partial& p) { p.assign(identity_); });
  }
  Op const& operation() const noexcept { return op_; }

  ~reducer_object() override {
    this->stop_watching();
    this->drop_partials();
  }

 private:
  using partial = sched::partial<T>;

  reducer_object(Op op, T identity, sched::place_front* where)
      : op_(std::move(op)), identity_(std::move(identity)), value_(identity_), arrived_(identity_) {
    static_assert(alignof(partial) == 64, "reducer: values of more than 64-byte alignment are not supported");
    this->made_at = where;
    this->merges_parts = serializable;
  }

  void absorb(sched::open_partial const& closed) override {
    static_cast<partial const&>(closed).look([&](T const& x) { sched::merge(op_, value_, x); });
  }
  /// Takes numbers by value: the caller's loop may then keep its own in a register.
  SKUA_COLD void add_slowly(sched::fibre const* s,
                            std::conditional_t<sched::lock_free_partial<T>, T const, T const&> x) {
    if (auto* const opened = open_own(s)) return opened->merge_own(op_, x);
    merge_shared(value_, x);
  }
  partial* open_own(sched::fibre const* s) {
    if (s == nullptr) return nullptr;
    base::owner<partial> fresh(new partial(identity_));
    return this->open(s, fresh.get()) ? fresh.release() : nullptr;
  }
  void merge_shared(T& into, T const& x) {
    base::spin_guard const g(this->lock_);
    sched::merge(op_, into, x);
  }
  T own_locked() const {
    T result = identity_;
    sched::merge(op_, result, value_);
    this->template for_each_partial<partial>(
        [&](partial const& p) { p.look([&](T const& x) { sched::merge(op_, result, x); }); });
    return result;
  }

  static sched::scope_object* make_replica(sched::place_front* where, wire::reader* from) {
    if constexpr (self_explaining<T, Op>) {
      return new reducer_object(Op{}, Op::identity(), where);
    } else if constexpr (serializable) {
      Op op = [&] {
        if constexpr (std::is_empty_v<Op> && std::is_default_constructible_v<Op>) {
          return Op{};
        } else {
          return from->get<Op>();
        }
      }();
      return new reducer_object(std::move(op), sched::decode_timed<T>(*from), where);
    } else {
      base::broken_contract("a reducer was used at another place whose values or operation cannot travel");
    }
  }

  void merge_all(std::vector<place_part> const& parts, T& result) const {
    for (place_part const& part : parts) {
      wire::reader from(part.value);
      sched::merge(op_, result, sched::decode_timed<T>(from));
    }
  }

  [[no_unique_address]] Op op_;
  T identity_;
  T value_;    // merged at this place, without the open partials
  T arrived_;  // merged at other places
  known_parts known_parts_;
};

template <class T, class Op>
sched::replica_kind const reducer_object<T, Op>::kind{true, &reducer_object::make_replica, !self_explaining<T, Op>};

}  // namespace skua::remote
