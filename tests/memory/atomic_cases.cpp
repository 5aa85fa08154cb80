// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic operations on words that all places change concurrently.
#include <cstdint>
#include <limits>

#include "remote/cases.hpp"

namespace {

using namespace place_test;

template <class T>
void every_operation() {
  for (int home = 0; home < skua::places(); ++home) {
    auto const p = skua::new_<T>(home, T(12));
    skua::global_atomic<T> const x(p);
    SAME(x.load(), T(12));
    x.store(T(5));
    SAME(x.exchange(T(9)), T(5));
    T expected(8);
    CHECK(!x.compare_exchange(expected, T(1)));
    SAME(expected, T(9));
    CHECK(x.compare_exchange(expected, T(10)));
    SAME(x.fetch_add(T(3)), T(10));
    SAME(x.fetch_sub(T(1)), T(13));
    SAME(x.fetch_min(T(20)), T(12));
    SAME(x.fetch_min(T(7)), T(12));
    SAME(x.fetch_max(T(6)), T(7));
    SAME(x.fetch_max(T(100)), T(7));
    SAME(x.load(), T(100));
    if constexpr (std::is_signed_v<T> || std::is_floating_point_v<T>) {
      SAME(x.exchange(T(-1)), T(100));
      SAME(x.fetch_sub(std::numeric_limits<T>::lowest()), T(-1));  // as for std::atomic, no overflow
      SAME(x.exchange(T(100)), std::numeric_limits<T>::max());
      SAME(x.fetch_min(T(-3)), T(100));
      SAME(x.load(), T(-3));
      x.store(T(100));
    } else {
      SAME(x.fetch_max(std::numeric_limits<T>::max()), T(100));
      SAME(x.exchange(T(100)), std::numeric_limits<T>::max());
    }
    if constexpr (std::is_integral_v<T>) {
      SAME(x.fetch_and(T(0x6f)), T(100));
      SAME(x.fetch_or(T(3)), T(100));
      SAME(x.fetch_xor(T(0xff)), T(103));
      SAME(x.load(), T(0x98));
      skua::finish([&] {
        x.bit_and(T(0xf0));
        x.bit_or(T(1));
        x.bit_xor(T(0x11));
      });
      SAME(x.load(), T(0x80));
    }
    skua::finish([&] {
      x.add(T(1));
      x.max(T(1000));
      x.min(T(500));
    });
    SAME(x.load(), T(500));
    SAME(x.async(skua::atomic_op::add, T(5)).get(), T(500));
    SAME(x.async(skua::atomic_op::load).get(), T(505));
    skua::delete_(p);
  }
}

PLACE_CASE(memory_every_operation_on_words) {
  every_operation<std::int32_t>();
  every_operation<std::uint32_t>();
  every_operation<std::int64_t>();
  every_operation<std::uint64_t>();
  every_operation<float>();
  every_operation<double>();
}

PLACE_CASE(memory_no_addition_is_lost) {
  static constexpr int n = fewer(500, 100);
  auto const p = skua::allocate<long>(last_place(), 4);
  skua::put(p, std::vector<long>(4, 0)).get();
  skua::finish([&] {
    for (int home = 0; home < skua::places(); ++home) {
      skua::spawn(skua::on(home), [p] {
        for (int i = 0; i < n; ++i) {
          skua::global_atomic<long>(p).fetch_add(1);
          skua::global_atomic<long>(p + 1).add(2);
          skua::global_atomic<long> const third(p + 2);
          for (long value = third.load(); !third.compare_exchange(value, value + 3);) {
          }
          skua::global_atomic<double>(skua::global_cast<double>(p + 3)).add(0.5);
        }
      });
    }
  });
  long const share = static_cast<long>(n) * skua::places();
  SAME(p[0].get(), share);
  SAME(p[1].get(), 2 * share);
  SAME(p[2].get(), 3 * share);
  SAME(skua::global_cast<double>(p)[3].get(), 0.5 * static_cast<double>(share));
  skua::deallocate(p);
}

}  // namespace
