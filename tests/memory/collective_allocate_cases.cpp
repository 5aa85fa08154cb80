// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared objects that all places, or the members of a set, allocate collectively.
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include <skua/collective.hpp>

#include "remote/cases.hpp"

namespace {

using namespace place_test;
namespace collective = skua::collective;

SPMD_CASE(memory_arrays_made_together) {
  int const me = skua::here();
  for (std::size_t const n : {0, 1, 70}) {
    for (std::size_t const block : {0, 1, 7}) {
      skua::finish([&] {
        auto const a = skua::shared_array<long>::collective(n, block);
        SAME(a.size(), n);
        a.for_each_local([me](std::size_t i, long& x) {
          SAME(x, 0L);
          x = 1000 * me + static_cast<long>(i);
        });
        collective::barrier();
        for (std::size_t i = 0; i < n; ++i) SAME(a[i].get(), 1000L * a.place_of(i) + static_cast<long>(i));
        collective::barrier();  // it does not matter which scope ends first
      });
    }
  }
}

SPMD_CASE(memory_arrays_of_parts_of_the_places) {
  skua::place_set const members = skua::place_set::all().split([](int p) { return p % 2; });
  auto const a = skua::shared_array<int>::collective(100, 3, members);
  SAME(a.shape().places(), members.size());
  SAME(a.local().size(), a.shape().size_at(members.rank_of(skua::here())));
  collective::barrier(members);
  if (skua::here() == members.root()) {
    skua::finish(
        [a] { skua::for_async(a, [](std::size_t i, int& x) { x = 1000 * skua::here() + static_cast<int>(i); }); });
    for (std::size_t i = 0; i < a.size(); ++i) {
      CHECK(members.contains(a.place_of(i)));
      SAME(a[i].get(), 1000 * a.place_of(i) + static_cast<int>(i));
    }
    // The handle also works at a place without a part.
    int const next = next_place(skua::here());
    // a bool would leave bytes of the closure unset, which may look like an address
    long const is_member = members.contains(next);
    CHECK(skua::at(next, [a, is_member] { return a[99].get() % 1000 == 99 && (is_member != 0 || a.local().empty()); }));
  }
  collective::barrier(members);
  std::size_t k = 0;
  a.for_each_local([&](std::size_t i, int& x) {
    SAME(x, 1000 * skua::here() + static_cast<int>(i));
    SAME(a.element(k++), i);
  });
}

PLACE_CASE(memory_arrays_made_together_live_until_the_last_scope) {
  // The place that ends its scope last still reads the parts of all other places.
  place_counters ended(0);
  skua::run_spmd([ended] {
    for (int last = 0; last < skua::places(); ++last) {
      skua::finish([last] {
        auto const a = skua::shared_array<int>::collective(1000);
        auto const v = skua::shared_var<int>::collective(5, last == 0 ? last_place() : 0);
        a.for_each_local([](std::size_t i, int& x) { x = static_cast<int>(i); });
        collective::barrier();
        if (skua::here() != last) return;
        skua::sleep_for(std::chrono::milliseconds(2));
        // A new allocation does not reuse the memory of the other parts.
        std::vector<skua::global_ptr<int>> blocks;
        for (int p = 0; p < skua::places(); ++p) {
          blocks.push_back(skua::allocate<int>(p, 1000));
          skua::put(blocks.back(), std::vector<int>(1000, -1)).get();
        }
        for (int p = 0; p < skua::places(); ++p) {
          std::vector<int> part(a.shape().size_at(p));
          skua::get(a.part(p), std::span(part)).get();
          for (std::size_t k = 0; k < part.size(); ++k) SAME(part[k], static_cast<int>(a.shape().element_at(p, k)));
        }
        SAME(v.get(), 5);
        for (auto const p : blocks) skua::deallocate(p);
      });
      ended->add(1);
      collective::barrier();
    }
  });
  SAME(total_of(ended), static_cast<long>(skua::places()) * skua::places());
}

SPMD_CASE(memory_variables_made_together) {
  int const me = skua::here();
  for (int p = 0; p < skua::places(); ++p) {
    auto const v = skua::shared_var<long>::collective(100 + me, p);
    SAME(v.where(), p);
    collective::barrier();
    v.atomic().fetch_add(1);
    collective::barrier();
    SAME(v.get(), 100L + p + skua::places());
  }
  skua::place_set const members = skua::place_set::all().split([](int q) { return q % 2; });
  auto const v = skua::shared_var<int>::collective(me, members);
  SAME(v.where(), members.root());
  SAME(v.get(), members.root());
  SAME((skua::shared_var<int>::collective(me, members[members.size() - 1], members).get()),
       members[members.size() - 1]);
  SAME(skua::shared_var<int>::collective().get(), 0);
  collective::barrier();
}

SPMD_CASE(memory_made_together_fails_everywhere) {
  std::size_t const huge = std::numeric_limits<std::size_t>::max() / 16;
  for (int k = 0; k < 3; ++k) {
    CHECK(throws<skua::bad_global_alloc>([&] { (void)skua::shared_array<long>::collective(huge); },
                                         "place 0 has no room for"));
    // One block: only the first place has no room for it.
    CHECK(throws<skua::bad_global_alloc>([&] { (void)skua::shared_array<long>::collective(huge, huge); },
                                         "place 0 has no room for"));
    auto const a = skua::shared_array<int>::collective(10);
    a.for_each_local([](std::size_t, int& x) { x = 1; });
    SAME(collective::allreduce(static_cast<int>(a.local().size()), std::plus<>()), 10);
  }
}

SPMD_CASE(memory_made_together_in_a_cancelled_scope) {
  for (int k = 0; k < fewer(20, 5); ++k) {
    skua::finish([k] {
      if (skua::here() == k % skua::places()) skua::cancel();
      try {
        auto const a = skua::shared_array<int>::collective(1000);
        for (std::size_t i = 0; i < a.size(); i += 10) a[i] = 1;
      } catch (skua::cancelled_error const&) {
      }
    });
    SAME(collective::allreduce(1, std::plus<>()), skua::places());
  }
}

}  // namespace
