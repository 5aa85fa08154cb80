// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shared_static: a shared object declared like a static variable and constructed for every run.
//
// Source: the shared objects of UPC++ and HabaneroUPC++, which are declared at namespace scope and
// bound when the program starts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <new>
#include <type_traits>
#include <utility>

#include <skua/detail/base/config.hpp>

namespace skua {
namespace remote {

/// An entry of the process's list of shared statics for its whole lifetime.
class static_object {
 public:
  static_object(static_object const&) = delete;
  static_object& operator=(static_object const&) = delete;

 protected:
  explicit static_object(std::size_t bytes);
  virtual ~static_object();
  /// The handle that make() constructed for the run of the caller's place.
  [[nodiscard]] void const* handle() const;

 private:
  friend class statics;
  /// Constructs the handle at `to`; called in a task of the run's scope.
  virtual void make(std::byte* to) const = 0;
  static_object* next_ = nullptr;
  std::size_t bytes_;
  std::uint32_t number_ = 0;  // index in this process's list
};

}  // namespace remote

/// A handle of an object that belongs to the run: a shared_array, a shared_var, a global_mutex, a
/// place_local, a reducer. Declare it at namespace scope (or as a static member) with the arguments
/// of T. When a run starts, place 0 makes a T from them, before the body and in the order of
/// construction, and every place gets its handle. It lives as long as the scope of the run's body;
/// the next run has a new one. Tasks of any place may use it; posts that run after the body's scope
/// must not. An exception of T's constructor counts as an exception of the body.
template <class T>
class shared_static final : remote::static_object {
  static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= alignof(std::max_align_t),
                "skua: a shared_static is of a handle: shared_array, shared_var, global_mutex, place_local, a reducer");

 public:
  template <class... Args>
    requires(std::is_constructible_v<T, std::decay_t<Args> const&...>)
  explicit shared_static(Args&&... args)
      : static_object(sizeof(T)), make_([... a = std::decay_t<Args>(std::forward<Args>(args))] { return T(a...); }) {}

  /// The handle of this run. Copy it in functions that use it often: each call looks it up.
  [[nodiscard]] T const& operator*() const { return *std::launder(static_cast<T const*>(handle())); }
  [[nodiscard]] T const* operator->() const { return &**this; }
  [[nodiscard]] decltype(auto) operator[](std::size_t i) const
    requires requires(T const& value) { value[i]; }
  {
    return (**this)[i];
  }

 private:
  void make(std::byte* to) const override { ::new (static_cast<void*>(to)) T(make_()); }
  std::function<T()> make_;
};

}  // namespace skua
