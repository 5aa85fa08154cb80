// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collectively allocated memory is freed, whichever scope ends last, and even after a failed
// allocation.
#include <gtest/gtest.h>

#include <functional>

#include <skua/collective.hpp>

#include "memory/release_counter.hpp"
#include "remote/cases.hpp"

namespace place_test {
namespace {

using skua::memory::release_counter;

TEST(release_counter, the_last_release_gets_all_parts) {
  release_counter references;
  auto const release = [&](std::uint64_t round, int place, std::uint64_t offset) {
    return references.add({{7, round}, 3, place, offset});
  };
  EXPECT_TRUE(release(1, 0, 16).empty());
  EXPECT_TRUE(release(2, 0, 32).empty());
  EXPECT_TRUE(release(1, 4, 64).empty());
  EXPECT_TRUE(release(2, 2, 0).empty());  // this member had no part
  EXPECT_EQ(release(1, 2, 48), (release_counter::parts{{0, 16}, {4, 64}, {2, 48}}));
  EXPECT_EQ(release(2, 4, 80), (release_counter::parts{{0, 32}, {4, 80}}));
  EXPECT_TRUE(release(1, 0, 16).empty());  // the count starts again
}

/// Runs body on places with memory for only one of the arrays below.
void run_small(void (*body)()) {
  skua::runtime program{{.workers = 1, .places = 3, .transport = "inproc", .memory_bytes = 1 << 20}};
  take_failures();
  EXPECT_NO_THROW(program.run(body));
  EXPECT_EQ(take_failures(), 0);
}

/// All members see the same failures, so they try again equally often.
template <class Make>
bool succeeds_at_last(Make const& make) {
  return comes_true([&] {
    try {
      make();
      return true;
    } catch (skua::bad_global_alloc const&) {
      return false;
    }
  });
}

TEST(collective_allocate, comes_back) {
  run_small([] {
    skua::run_spmd([] {
      for (int k = 0; k < 20; ++k) {
        skua::finish([k] {
          CHECK(succeeds_at_last([] { (void)skua::shared_array<char>::collective(3 * 700'000); }));
          if (skua::here() == k % 3) skua::sleep_for(std::chrono::milliseconds(1));
        });
        skua::finish([k] {
          CHECK(succeeds_at_last(
              [k] { (void)skua::shared_array<char>::collective(700'000, 700'000 + static_cast<std::size_t>(k)); }));
        });
      }
    });
  });
}

TEST(collective_allocate, comes_back_from_failures) {
  run_small([] {
    skua::run_spmd([] {
      for (int k = 0; k < 20; ++k) {
        // Only the last place has no room.
        skua::finish([] {
          skua::unique_global<char> const full(skua::here() == 2 ? skua::allocate<char>(500'000) : nullptr);
          CHECK(throws<skua::bad_global_alloc>([] { (void)skua::shared_array<char>::collective(3 * 700'000); },
                                               "place 2 has no room for"));
          if (skua::here() != 2) skua::deallocate(skua::allocate<char>(900'000));
          skua::collective::barrier();
        });
        // One member is cancelled before it has taken part.
        skua::finish([k] {
          if (skua::here() == k % 3) skua::cancel();
          CHECK(throws<skua::cancelled_error>([] { (void)skua::shared_array<char>::collective(3 * 700'000); }));
        });
        CHECK(comes_true([] {
          try {
            skua::deallocate(skua::allocate<char>(900'000));
            return true;
          } catch (skua::bad_global_alloc const&) {
            return false;
          }
        }));
        skua::collective::barrier();
      }
    });
  });
}

}  // namespace
}  // namespace place_test
