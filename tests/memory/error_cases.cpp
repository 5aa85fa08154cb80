// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bad pointers and full memory: the exception, and the call that throws it.
#include <algorithm>
#include <array>
#include <vector>

#include "remote/cases.hpp"

namespace {

using namespace place_test;

PLACE_CASE(memory_null_is_an_error) {
  skua::global_ptr<long> const null;
  CHECK(throws<skua::error>([&] { (void)(*null).get(); }, "a null pointer was used"));
  CHECK(throws<skua::error>([&] { *null = 1; }, "a null pointer was used"));
  CHECK(throws<skua::error>([&] { skua::get(null).get(); }, "a null pointer was used"));
  CHECK(throws<skua::error>([&] { skua::global_atomic<long>(null).add(1); }, "a null pointer was used"));
  long x[3];
  CHECK(throws<skua::error>([&] { skua::copy(null, x, 3).get(); }, "a null pointer was used"));
}

PLACE_CASE(memory_places_and_offsets_are_checked) {
  skua::global_ptr<long> const nowhere(skua::places(), 64);
  CHECK(throws<skua::error>([&] { (void)(*nowhere).get(); },
                            "global memory: place " + std::to_string(skua::places()) + " was named, but there are"));
  CHECK(throws<skua::error>([] { (void)skua::allocate<int>(1000, 1); }, "global memory: place 1000 was named"));
  CHECK(throws<skua::error>([] { (void)skua::allocate<int>(-1, 1); }, "global memory: place -1 was named"));
  for (int p = 0; p < skua::places(); ++p) {
    skua::global_ptr<long> const beyond(p, std::uint64_t{1} << 60);
    CHECK(throws<skua::error>([&] { *beyond = 1; }, "the pointer is out of range"));
    CHECK(throws<skua::error>([&] { (void)skua::global_atomic<long>(beyond).load(); }, "the pointer is out of range"));
    long x = 0;
    CHECK(throws<skua::error>([&] { skua::copy(&x, beyond, 1).get(); }, "the pointer is out of range"));
    auto const block = skua::allocate<long>(p, 8);
    std::size_t const too_many = std::size_t{1} << 61;  // their bytes are 0 modulo 2^64
    CHECK(throws<skua::error>([&] { skua::copy(block, &x, too_many).get(); }, "the pointer is out of range"));
    // A copy of another place's memory would be too large for new. There, address sanitizer ends
    // the process.
    if (p == skua::here()) CHECK(throws<std::exception>([&] { skua::checkout<long> const c(block, too_many); }));
    using one = skua::section<long>;
    long values[5];
    one const wide(block, std::array{std::size_t{5}}, std::array{std::ptrdiff_t{1} << 59});
    CHECK(throws<skua::error>(
        [&] { skua::copy(wide, one(values, std::array{std::size_t{5}}, std::array{std::ptrdiff_t{1}})).get(); },
        "the pointer is out of range"));
    skua::deallocate(block);
    skua::global_ptr<long> const odd(p, 65);
    CHECK(throws<skua::error>([&] { (void)skua::global_atomic<long>(odd).load(); }, ""));
  }
}

PLACE_CASE(memory_full_is_an_error) {
  for (int p = 0; p < skua::places(); ++p) {
    CHECK(throws<std::bad_alloc>(
        [p] { (void)skua::allocate<char>(p, std::size_t{1} << 50); },
        "place " + std::to_string(p) + " has no room for 1125899906842624 bytes of global memory"));
    CHECK(throws<skua::bad_global_alloc>([p] { (void)skua::allocate<long>(p, ~std::size_t{0}); },
                                         "SKUA_MEMORY sets how many it has"));
  }
  CHECK(throws<skua::bad_global_alloc>([] { skua::shared_array<char> const a(std::size_t{1} << 55); }, "has no room"));
  // The bytes of each part are 0 modulo 2^64.
  CHECK(throws<skua::bad_global_alloc>(
      [] { skua::shared_array<long> const a(std::size_t{1} << 61, std::size_t{1} << 61); }, "has no room"));
  // The exception crosses places as itself.
  CHECK(throws<skua::bad_global_alloc>(
      [] { skua::at(last_place(), [] { (void)skua::allocate<char>(std::size_t{1} << 50); }); }, "has no room"));
  // The memory is still usable.
  auto const q = skua::allocate<int>(last_place(), 100);
  q[99] = 5;
  SAME(q[99].get(), 5);
  skua::deallocate(q);
}

PLACE_CASE(memory_what_is_not_a_block_cannot_be_given_back) {
  auto const p = skua::allocate<int>(10);
  CHECK(throws<skua::error>([&] { skua::deallocate(p + 4); }, "has no block at offset"));
  skua::deallocate(p);
  CHECK(throws<skua::error>([&] { skua::deallocate(p); }, "given back before?"));
}

PLACE_CASE(memory_cancelled_scopes_wait_for_their_copies) {
  std::size_t const n = 100'000;
  auto const p = skua::allocate<long>(last_place(), n);
  skua::put(p, std::vector<long>(n, 3)).get();
  for (int k = 0; k < fewer(20, 5); ++k) {
    std::vector<long> v(n, 0);
    skua::finish([&] {
      auto const f = skua::get(p, std::span<long>(v));
      skua::cancel();
    });
    // The copy is complete: nothing writes into v any more.
    SAME(std::count(v.begin(), v.end(), 3), static_cast<std::ptrdiff_t>(n));
    skua::finish([&] {
      skua::cancel();
      *p = 3;  // an element access in a frame is safe in any scope
      SAME((*p).get(), 3L);
    });
  }
  skua::deallocate(p);
}

PLACE_CASE(memory_allocated_in_a_cancelled_scope_is_not_lost) {
  bool is_given_back = false;
  skua::finish([&] {
    skua::cancel();
    skua::deallocate(skua::allocate<int>(last_place(), 10));
    is_given_back = true;
  });
  CHECK(is_given_back);
}

}  // namespace
