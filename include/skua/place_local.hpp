// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// place_local: one T at each place under one name; what mutable statics would be if every place
// were a process.
#pragma once

#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include <skua/base/check.hpp>
#include <skua/sched/object_name.hpp>
#include <skua/wire/wire.hpp>

namespace skua {
namespace sched {

template <class T>
struct place_local_object : owned {
  T value;
  static replica_kind const kind;

  template <class... Args>
  explicit place_local_object(Args&&... args) : value(std::forward<Args>(args)...) {}
};

/// At its home, with what the others are made from.
template <class T, class... Args>
struct described_place_local final : place_local_object<T> {
  using maker = place_local_object<T>* (*)(wire::reader&);
  std::tuple<Args...> args;

  template <class... A>
  explicit described_place_local(std::in_place_t, A&&... a)
      : place_local_object<T>(std::as_const(a)...), args(std::forward<A>(a)...) {}

  void describe(wire::writer& to) const override {
    if constexpr ((wire::travels<Args> && ...)) {
      maker const make = &made_from;
      to.put(wire::name_of_function(reinterpret_cast<void (*)()>(make)));
      std::apply([&](Args const&... a) { (wire::encode(to, a), ...); }, args);
    } else {
      owned::describe(to);
    }
  }

 private:
  static place_local_object<T>* made_from(wire::reader& in) {
    std::tuple<Args...> a{wire::decode<Args>(in)...};
    return std::apply([](Args&... x) { return new place_local_object<T>(std::move(x)...); }, a);
  }
};

template <class T>
owned* make_place_local_replica(place_front*, wire::reader* from) {
  using maker = place_local_object<T>* (*)(wire::reader&);
  return reinterpret_cast<maker>(wire::function_named(from->get<std::uint64_t>()))(*from);
}
template <class T>
replica_kind const place_local_object<T>::kind{false, &make_place_local_replica<T>, true};

}  // namespace sched

/// An 8-byte name, owned by the scope that made it; capture it by value. *x is the calling task's
/// place's T, made there from the same arguments when it is first used there (a task may suspend
/// then): also the way to run something once at each place. Tasks of one place share it: they
/// synchronise as for any shared object.
template <class T>
class place_local {
 public:
  /// The T of each place is made from copies of these arguments; with several places they must
  /// travel.
  // first: T may be incomplete
  template <class... Args>
    requires(!(sizeof...(Args) == 1 && (std::is_same_v<std::decay_t<Args>, place_local> && ...)) &&
             std::is_constructible_v<T, std::decay_t<Args> const&...>)
  explicit place_local(Args&&... args) : name_(make(std::forward<Args>(args)...)) {}

  [[nodiscard]] SKUA_INLINE T& operator*() const { return name_->value; }
  [[nodiscard]] SKUA_INLINE T* operator->() const { return std::addressof(name_->value); }

 private:
  template <class... Args>
  static sched::place_local_object<T>* make(Args&&... args) {
    auto made = std::make_unique<sched::described_place_local<T, std::decay_t<Args>...>>(std::in_place,
                                                                                         std::forward<Args>(args)...);
    sched::adopt(made.get());
    return made.release();
  }
  sched::object_name<sched::place_local_object<T>> name_;
};

static_assert(sizeof(place_local<int>) == 8 && std::is_trivially_copyable_v<place_local<int>>);

}  // namespace skua
