// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// place_local: one T at each place under one name; what mutable statics would be if every place were a process.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include <skua/sched/owned.hpp>

namespace skua {
namespace sched {

template <class T>
struct place_local_object final : owned {
  template <class... Args>
  explicit place_local_object(Args&&... args) : value(std::forward<Args>(args)...) {}
  T value;
};

}  // namespace sched

/// An 8-byte name, owned by the scope that made it; capture it by value. *x is the calling task's place's T. Tasks of one
/// place share it: they synchronise as for any shared object.
template <class T>
class place_local {
 public:
  /// The T of each place is made from these arguments.
  template <class... Args>
    requires(std::is_constructible_v<T, Args...> &&
             !(sizeof...(Args) == 1 && (std::is_same_v<std::decay_t<Args>, place_local> && ...)))
  explicit place_local(Args&&... args) {
    auto made = std::make_unique<sched::place_local_object<T>>(std::forward<Args>(args)...);
    sched::adopt(made.get());
    object_ = made.release();
  }

  [[nodiscard]] T& operator*() const noexcept { return object_->value; }
  [[nodiscard]] T* operator->() const noexcept { return std::addressof(object_->value); }

 private:
  sched::place_local_object<T>* object_;
};

static_assert(sizeof(place_local<int>) == 8 && std::is_trivially_copyable_v<place_local<int>>);

}  // namespace skua
