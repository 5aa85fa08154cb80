// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared objects that all places, or the members of a set, make together.
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include <skua/collective.hpp>

#include "place/cases.hpp"

namespace {

using namespace place_test;
namespace collective = skua::collective;

PLACE_CASE(memory_arrays_made_together) {
  skua::run_spmd([] {
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
          collective::barrier();  // whose scope ends first does not matter
        });
      }
    }
  });
}

PLACE_CASE(memory_arrays_of_parts_of_the_places) {
  skua::run_spmd([] {
    skua::place_set const mine = skua::place_set::all().split([](int p) { return p % 2; });
    auto const a = skua::shared_array<int>::collective(100, 3, mine);
    SAME(a.shape().places(), mine.size());
    SAME(a.local().size(), a.shape().size_at(mine.rank_of(skua::here())));
    collective::barrier(mine);
    if (skua::here() == mine.root()) {
      skua::finish(
          [a] { skua::for_async(a, [](std::size_t i, int& x) { x = 1000 * skua::here() + static_cast<int>(i); }); });
      for (std::size_t i = 0; i < a.size(); ++i) {
        CHECK(mine.contains(a.place_of(i)));
        SAME(a[i].get(), 1000 * a.place_of(i) + static_cast<int>(i));
      }
      // The handle works also where no part is.
      int const other = next_place(skua::here());
      // a bool would leave bytes of the closure unset, which may look like an address
      long const there = mine.contains(other);
      CHECK(skua::at(other, [a, there] { return a[99].get() % 1000 == 99 && (there != 0 || a.local().empty()); }));
    }
    collective::barrier(mine);
    std::size_t k = 0;
    a.for_each_local([&](std::size_t i, int& x) {
      SAME(x, 1000 * skua::here() + static_cast<int>(i));
      SAME(a.element(k++), i);
    });
  });
}

PLACE_CASE(memory_arrays_made_together_live_until_the_last_scope) {
  // The place that ends its scope last still reads the parts of all others.
  tallies gone(0);
  skua::run_spmd([gone] {
    for (int late = 0; late < skua::places(); ++late) {
      skua::finish([late] {
        auto const a = skua::shared_array<int>::collective(1000);
        auto const v = skua::shared_var<int>::collective(5, late == 0 ? last_place() : 0);
        a.for_each_local([](std::size_t i, int& x) { x = static_cast<int>(i); });
        collective::barrier();
        if (skua::here() != late) return;
        skua::sleep_for(std::chrono::milliseconds(2));
        // What is allocated now does not get the others' memory.
        std::vector<skua::global_ptr<int>> more;
        for (int p = 0; p < skua::places(); ++p) {
          more.push_back(skua::allocate<int>(p, 1000));
          skua::put(more.back(), std::vector<int>(1000, -1)).get();
        }
        for (int p = 0; p < skua::places(); ++p) {
          std::vector<int> theirs(a.shape().size_at(p));
          skua::get(a.part(p), std::span(theirs)).get();
          for (std::size_t k = 0; k < theirs.size(); ++k) SAME(theirs[k], static_cast<int>(a.shape().element_at(p, k)));
        }
        SAME(v.get(), 5);
        for (auto const p : more) skua::deallocate(p);
      });
      gone->add(1);
      collective::barrier();
    }
  });
  SAME(total_of(gone), static_cast<long>(skua::places()) * skua::places());
}

PLACE_CASE(memory_variables_made_together) {
  skua::run_spmd([] {
    int const me = skua::here();
    for (int p = 0; p < skua::places(); ++p) {
      auto const v = skua::shared_var<long>::collective(100 + me, p);
      SAME(v.where(), p);
      collective::barrier();
      v.atomic().fetch_add(1);
      collective::barrier();
      SAME(v.get(), 100L + p + skua::places());
    }
    skua::place_set const mine = skua::place_set::all().split([](int q) { return q % 2; });
    auto const v = skua::shared_var<int>::collective(me, mine);
    SAME(v.where(), mine.root());
    SAME(v.get(), mine.root());
    SAME((skua::shared_var<int>::collective(me, mine[mine.size() - 1], mine).get()), mine[mine.size() - 1]);
    SAME(skua::shared_var<int>::collective().get(), 0);
    collective::barrier();
  });
}

PLACE_CASE(memory_made_together_fails_everywhere) {
  skua::run_spmd([] {
    std::size_t const huge = std::numeric_limits<std::size_t>::max() / 16;
    for (int k = 0; k < 3; ++k) {
      CHECK(throws<skua::bad_global_alloc>([&] { (void)skua::shared_array<long>::collective(huge); },
                                           "place 0 has no room for"));
      // One block: only the first place has none.
      CHECK(throws<skua::bad_global_alloc>([&] { (void)skua::shared_array<long>::collective(huge, huge); },
                                           "place 0 has no room for"));
      auto const a = skua::shared_array<int>::collective(10);
      a.for_each_local([](std::size_t, int& x) { x = 1; });
      SAME(collective::allreduce(static_cast<int>(a.local().size()), std::plus<>()), 10);
    }
  });
}

PLACE_CASE(memory_made_together_in_a_cancelled_scope) {
  skua::run_spmd([] {
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
  });
}

}  // namespace
