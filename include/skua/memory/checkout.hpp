// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// checkout: a range of global memory as ordinary memory, for a block of code.
//
// Source: the checkout/checkin of Itoyori (Shiina and Taura, SC 2023), for one scope and without
// its cache: what is mapped is used where it is, anything else is copied in and, if it may have
// changed, out again.
#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include <skua/memory/copy.hpp>

namespace skua {

/// What a checkout is for. `write`: every element will be written, what was there does not matter.
enum class access { read, write, read_write };

/// n elements from p on, as a span. Constructing it suspends the task until they are here.
/// checkin() makes changes visible at their place; the destructor does so if it was not called, and
/// ends the run if that fails. Nobody else may change the range, nor read it while it changes, in
/// the meantime.
template <class T>
class checkout {
  using value = std::remove_const_t<T>;

 public:
  checkout(global_ptr<T> p, std::size_t n, access how = std::is_const_v<T> ? access::read : access::read_write)
      : p_(p), n_(n), how_(how) {
    if (n == 0) return;
    at_ = reinterpret_cast<T*>(memory::reach_slowly(p.where(), p.offset(), n * sizeof(T)));
    if (at_ != nullptr) return;
    buffer_ = std::make_unique_for_overwrite<value[]>(n);
    at_ = buffer_.get();
    if (how != access::write) memory::wait_firmly(copy(p, buffer_.get(), n));
  }
  checkout(checkout const&) = delete;
  checkout& operator=(checkout const&) = delete;
  ~checkout() {
    try {
      checkin();
    } catch (...) {
      memory::fail(std::current_exception());
    }
  }

  [[nodiscard]] T* data() const noexcept { return at_; }
  [[nodiscard]] std::size_t size() const noexcept { return n_; }
  [[nodiscard]] T& operator[](std::size_t i) const noexcept { return at_[i]; }
  [[nodiscard]] T* begin() const noexcept { return at_; }
  [[nodiscard]] T* end() const noexcept { return at_ + n_; }

  /// Ends it: changes are visible when it returns.
  void checkin() {
    at_ = nullptr;
    std::size_t const n = std::exchange(n_, 0);
    auto const buffer = std::move(buffer_);
    if constexpr (!std::is_const_v<T>) {
      if (buffer != nullptr && how_ != access::read) memory::wait_firmly(copy(buffer.get(), p_, n));
    }
  }

 private:
  global_ptr<T> p_;
  std::size_t n_;
  access how_;
  T* at_ = nullptr;
  std::unique_ptr<value[]> buffer_;
};

}  // namespace skua
