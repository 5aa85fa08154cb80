// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// place_local: one T at each place under one name. It replaces mutable statics, which places in one
// process would share.
#pragma once

#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include <skua/detail/base/check.hpp>
#include <skua/detail/core/object_name.hpp>
#include <skua/detail/core/packing_section.hpp>
#include <skua/wire/wire.hpp>

namespace skua {
namespace sched {

template <class T>
struct place_local_object : scope_object {
  T value;
  static replica_kind const kind;

  template <class... Args>
  explicit place_local_object(Args&&... args) : value(std::forward<Args>(args)...) {
    ends_with_user_code = !std::is_trivially_destructible_v<T>;
  }
};

/// The object at its home, with the arguments from which the replicas are made.
template <class T, class... Args>
struct described_place_local final : place_local_object<T> {
  using maker = place_local_object<T>* (*)(wire::reader&);
  std::tuple<Args...> args;

  template <class... A>
  explicit described_place_local(std::in_place_t, A&&... arguments)
      : place_local_object<T>(std::as_const(arguments)...), args(std::forward<A>(arguments)...) {
    this->ends_with_user_code = this->ends_with_user_code || !std::is_trivially_destructible_v<std::tuple<Args...>>;
  }

  void describe(wire::writer& to) const override {
    if constexpr ((wire::serializable<Args> && ...)) {
      maker const make = &make_from;
      to.put(wire::name_of_function(reinterpret_cast<void (*)()>(make)));
      std::apply([&](Args const&... arguments) { (encode_timed(to, arguments), ...); }, args);
    } else {
      scope_object::describe(to);
    }
  }

 private:
  static place_local_object<T>* make_from(wire::reader& input) {
    std::tuple<Args...> decoded{decode_timed<Args>(input)...};
    return std::apply([](Args&... arguments) { return new place_local_object<T>(std::move(arguments)...); }, decoded);
  }
};

template <class T>
scope_object* make_place_local_replica(place_front*, wire::reader* from) {
  using maker = place_local_object<T>* (*)(wire::reader&);
  return reinterpret_cast<maker>(wire::function_named(from->get<std::uint64_t>()))(*from);
}
template <class T>
replica_kind const place_local_object<T>::kind{false, &make_place_local_replica<T>, true};

}  // namespace sched

/// An 8-byte name, owned by the scope that made it; capture it by value. *x is the T of the calling
/// task's place. The first use at a place makes that T from the same arguments (a task may suspend
/// then), so it is also the way to run code once at each place. Tasks of one place share the T and
/// must synchronise their accesses. When the scope has ended, the T of another place is destroyed
/// there, perhaps by a task.
template <class T>
class place_local {
 public:
  /// The T of each place is made from copies of these arguments. With several places they must be
  /// serializable.
  // sizeof... first: T may be incomplete
  template <class... Args>
    requires(!(sizeof...(Args) == 1 && (std::is_same_v<std::decay_t<Args>, place_local> && ...)) &&
             std::is_constructible_v<T, std::decay_t<Args> const&...>)
  explicit place_local(Args&&... args) : name_(make(std::forward<Args>(args)...)) {}

  [[nodiscard]] SKUA_INLINE T& operator*() const { return name_->value; }
  [[nodiscard]] SKUA_INLINE T* operator->() const { return std::addressof(name_->value); }

 private:
  template <class... Args>
  static sched::place_local_object<T>* make(Args&&... args) {
    using object_type = sched::described_place_local<T, std::decay_t<Args>...>;
    auto object = [&] {
      sched::home_value_section const as_elsewhere;
      return std::make_unique<object_type>(std::in_place, std::forward<Args>(args)...);
    }();
    sched::adopt(object.get());
    return object.release();
  }
  sched::object_name<sched::place_local_object<T>> name_;
};

static_assert(sizeof(place_local<int>) == 8 && std::is_trivially_copyable_v<place_local<int>>);

}  // namespace skua
