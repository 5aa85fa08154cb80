// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// checkout: a range of global memory as ordinary memory, for a block of code.
//
// Source: the checkout/checkin of Itoyori (Shiina and Taura, SC 2023), for one scope and without
// its cache. Mapped memory is used in place. Other memory is copied in and, unless the access is
// read only, copied back.
#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include <skua/memory/copy.hpp>

namespace skua {

/// The purpose of a checkout. `write`: the caller will write every element, so nothing is copied
/// in.
enum class access {
  read,       ///< the elements are copied in, not back
  write,      ///< they are copied back, not in
  read_write  ///< both
};

/// n elements from p on, as a span. The constructor suspends the task until they have arrived.
/// checkin() makes changes visible at their place. The destructor calls it if the caller has not,
/// and ends the run if that fails. Until then no other task may change the range, nor read it while
/// it changes.
template <class T>
class checkout {
  using value = std::remove_const_t<T>;

 public:
  checkout(global_ptr<T> pointer, std::size_t n, access mode = std::is_const_v<T> ? access::read : access::read_write)
      : p_(pointer), n_(n), mode_(mode) {
    if (n == 0) return;
    data_ = reinterpret_cast<T*>(
        memory::reach_slowly(pointer.where(), pointer.offset(), memory::saturated_product(n, sizeof(T))));
    if (data_ != nullptr) return;
    buffer_ = std::make_unique_for_overwrite<value[]>(n);
    data_ = buffer_.get();
    if (mode != access::write) memory::wait_firmly(copy(pointer, buffer_.get(), n));
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

  /// The elements as ordinary memory, at this place.
  [[nodiscard]] T* data() const noexcept { return data_; }
  /// The number of elements.
  [[nodiscard]] std::size_t size() const noexcept { return n_; }
  [[nodiscard]] T& operator[](std::size_t i) const noexcept { return data_[i]; }
  /// Iterators of the elements are pointers.
  [[nodiscard]] T* begin() const noexcept { return data_; }
  /// The end of the elements.
  [[nodiscard]] T* end() const noexcept { return data_ + n_; }

  /// Ends the checkout: changes are visible at their place when it returns.
  void checkin() {
    data_ = nullptr;
    std::size_t const n = std::exchange(n_, 0);
    auto const buffer = std::move(buffer_);
    if constexpr (!std::is_const_v<T>) {
      if (buffer != nullptr && mode_ != access::read) memory::wait_firmly(copy(buffer.get(), p_, n));
    }
  }

 private:
  global_ptr<T> p_;
  std::size_t n_;
  access mode_;
  T* data_ = nullptr;
  std::unique_ptr<value[]> buffer_;
};

}  // namespace skua
