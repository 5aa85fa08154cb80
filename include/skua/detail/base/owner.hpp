// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Owns an object made by `new`, as std::unique_ptr does, for the headers that every program
// includes: each type of std::unique_ptr takes 20 ms of the compilation of each file that includes
// them (docs/decisions/header_cost.md).
#pragma once

#include <utility>

namespace skua::base {

template <class T>
class owner {
 public:
  owner() noexcept = default;
  /// Takes ownership of `value`, which may be null.
  explicit owner(T* value) noexcept : p_(value) {}
  owner(owner&& other) noexcept : p_(other.release()) {}
  owner& operator=(owner&& other) noexcept {
    T* const taken = other.release();
    delete std::exchange(p_, taken);
    return *this;
  }
  ~owner() { delete p_; }

  [[nodiscard]] T* get() const noexcept { return p_; }
  /// Gives the object up: the caller owns it.
  [[nodiscard]] T* release() noexcept { return std::exchange(p_, nullptr); }
  T* operator->() const noexcept { return p_; }
  T& operator*() const noexcept { return *p_; }
  explicit operator bool() const noexcept { return p_ != nullptr; }

 private:
  T* p_ = nullptr;
};

}  // namespace skua::base
