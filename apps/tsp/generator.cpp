// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "generator.hpp"

namespace apps::tsp {
namespace {

/// The linear congruential generator that the documentation of java.util.Random specifies.
class java_random {
 public:
  explicit java_random(std::int64_t seed) : state_((static_cast<std::uint64_t>(seed) ^ multiplier) & mask) {}

  /// 0 to bound - 1; bound is not a power of two.
  std::int32_t below(std::int32_t bound) {
    while (true) {
      std::int64_t const bits = next_31();
      std::int64_t const value = bits % bound;
      // Rejects the last, incomplete run of values, which would make small ones more likely.
      if (bits - value + bound - 1 <= INT32_MAX) return static_cast<std::int32_t>(value);
    }
  }

 private:
  static constexpr std::uint64_t multiplier = 0x5deece66d;
  static constexpr std::uint64_t mask = (std::uint64_t{1} << 48) - 1;

  std::int64_t next_31() {
    state_ = (state_ * multiplier + 11) & mask;
    return static_cast<std::int64_t>(state_ >> 17);
  }

  std::uint64_t state_;
};

}  // namespace

instance random_instance(int size, std::int64_t seed) {
  std::string name = "random";
  name += std::to_string(size);
  if (seed != usual_seed) name.append(",").append(std::to_string(seed));
  instance result(name, size);
  java_random random(seed);
  for (int a = 0; a < size; ++a) {
    for (int b = a + 1; b < size; ++b) result.set_distance(a, b, random.below(9) + 1);
  }
  return result;
}

}  // namespace apps::tsp
