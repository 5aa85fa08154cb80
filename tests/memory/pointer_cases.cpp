// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Global pointers, allocation at any place, element access.
#include <vector>

#include "remote/cases.hpp"

namespace {

using namespace place_test;

struct pair_of_numbers {
  int a;
  double b;
  friend bool operator==(pair_of_numbers const&, pair_of_numbers const&) = default;
};

PLACE_CASE(memory_pointers_count_in_elements) {
  auto const p = skua::allocate<pair_of_numbers>(last_place(), 10);
  SAME(p.where(), last_place());
  SAME((p + 3) - p, 3);
  SAME(p - (p + 7), -7);
  SAME((p + 2).offset(), p.offset() + 2 * sizeof(pair_of_numbers));
  CHECK(p < p + 1 && p == p && p != p + 1);
  auto q = p;
  CHECK(q++ == p && q == p + 1 && --q == p);
  skua::global_ptr<pair_of_numbers const> const reading = p;
  CHECK(reading.offset() == p.offset());
  skua::global_ptr<int> null;
  CHECK(!null && null == nullptr && null.where() == -1 && null.local() == nullptr);
  CHECK(null < skua::global_ptr<int>(0, 16));
  auto const bytes = skua::global_cast<char>(p + 1);
  SAME(bytes - skua::global_cast<char>(p), static_cast<std::ptrdiff_t>(sizeof(pair_of_numbers)));
  skua::deallocate(p);
}

PLACE_CASE(memory_of_every_place_from_every_place) {
  skua::finish([] {
    for (int source = 0; source < skua::places(); ++source) {
      skua::spawn(skua::on(source), [] {
        int const me = skua::here();
        for (int home = 0; home < skua::places(); ++home) {
          auto const p = skua::allocate<pair_of_numbers>(home, 5);
          for (int i = 0; i < 5; ++i) p[i] = {10 * me + i, home + 0.5};
          // The place reads what this task wrote, and this task reads what the place writes.
          skua::at(
              home,
              [](skua::global_ptr<pair_of_numbers> array, int writer) {
                CHECK(array.local() != nullptr);
                for (int i = 0; i < 5; ++i) {
                  CHECK((array.local()[i] == pair_of_numbers{10 * writer + i, skua::here() + 0.5}));
                  array.local()[i].a = -i;
                }
                CHECK(skua::to_global(array.local()) == array);
              },
              p, me);
          for (int i = 0; i < 5; ++i) SAME(p[i].get().a, -i);
          *p = p[3];
          SAME((*p).get().a, -3);
          CHECK(&p[2] == p + 2);
          skua::deallocate(p);
        }
      });
    }
  });
  int local = 0;
  CHECK(!skua::to_global(&local));
}

PLACE_CASE(memory_new_and_owners) {
  auto const p = skua::new_<pair_of_numbers>(last_place(), 3, 4.5);
  CHECK(((*p).get() == pair_of_numbers{3, 4.5}));
  skua::delete_(p);
  skua::delete_(skua::global_ptr<int>());
  for (int k = 0; k < fewer(200, 40); ++k) {
    auto source = skua::allocate_unique<int>(last_place(), 1000);
    source[999] = k;
    auto target = std::move(source);
    CHECK(!source && target);
    SAME(target[999].get(), k);
    // It is freed with the task that received it.
    skua::spawn(
        skua::on(next_place(skua::here())),
        [](skua::unique_global<int> const& memory, int n) { SAME(memory[999].get(), n); }, std::move(target), k);
  }
}

PLACE_CASE(memory_small_values_of_all_sizes) {
  auto const bytes = skua::allocate<unsigned char>(last_place(), 64);
  for (unsigned i = 0; i < 64; ++i) bytes[i] = static_cast<unsigned char>(3 * i);
  auto const shorts = skua::global_cast<short>(bytes);
  auto const ints = skua::global_cast<int>(bytes);
  auto const longs = skua::global_cast<long>(bytes);
  SAME(shorts[1].get(), 0x0906);
  SAME(ints[1].get(), 0x15120f0c);
  SAME(longs[1].get(), 0x2d2a2724211e1b18);
  longs[2] = 0x0102030405060708;
  SAME(static_cast<int>(bytes[16].get()), 8);
  SAME(shorts[11].get(), 0x0102);
  skua::deallocate(bytes);
}

}  // namespace
