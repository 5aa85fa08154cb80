// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All decisions of a simulation, from one seed.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sim {

class dice {
 public:
  /// Mixed once, or the dice of consecutive seeds would be the same sequence, shifted.
  explicit dice(std::uint64_t seed) noexcept : state_(seed) { state_ = (*this)(); }

  std::uint64_t operator()() noexcept {  // splitmix64
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  /// 0 to n-1; n is not 0.
  std::size_t below(std::size_t n) noexcept { return static_cast<std::size_t>((*this)() % n); }
  int number(int n) noexcept { return static_cast<int>(below(static_cast<std::size_t>(n))); }
  /// True that many times in 1000.
  bool in_1000(unsigned times) noexcept { return (*this)() % 1000 < times; }
  /// One of the arguments.
  template <class T, class... More>
  T one_of(T first, More... more) noexcept {
    T const all[] = {first, static_cast<T>(more)...};
    return all[below(sizeof...(more) + 1)];
  }

 private:
  std::uint64_t state_;
};

}  // namespace sim
