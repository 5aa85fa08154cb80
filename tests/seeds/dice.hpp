// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All random decisions of a job, from one seed.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/random.hpp"

namespace seeds_test {

class dice {
 public:
  /// The state is mixed once. Without that the dice of consecutive seeds would be one shifted
  /// sequence.
  explicit dice(std::uint64_t seed) noexcept : numbers_(skua::base::mixed(seed)) {}

  std::uint64_t operator()() noexcept { return numbers_(); }
  /// 0 to n-1; n is not 0.
  std::size_t below(std::size_t n) noexcept { return static_cast<std::size_t>((*this)() % n); }
  int number(int n) noexcept { return static_cast<int>(below(static_cast<std::size_t>(n))); }
  /// One of the arguments.
  template <class T, class... More>
  T one_of(T first, More... more) noexcept {
    T const choices[] = {first, static_cast<T>(more)...};
    return choices[below(sizeof...(more) + 1)];
  }

 private:
  skua::base::splitmix64 numbers_;
};

}  // namespace seeds_test
