// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every case of global memory again with checked accesses, which go through messages; and the
// errors that only checked accesses find.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "remote/cases.hpp"
#include "transport/segment.hpp"

namespace place_test {
namespace {

std::vector<test_case> memory_cases() {
  std::vector<test_case> cases;
  std::copy_if(all_cases().begin(), all_cases().end(), std::back_inserter(cases),
               [](test_case const& c) { return std::string_view(c.name).starts_with("memory_"); });
  return cases;
}

void run_checked(int places, int workers, void (*body)()) {
  skua::runtime program{{.workers = workers, .places = places, .transport = "inproc", .memory_check = true}};
  EXPECT_NO_THROW(program.run(body));
  EXPECT_EQ(take_failures(), 0);
}

class checked_memory : public testing::TestWithParam<test_case> {};

TEST_P(checked_memory, inproc) {
  take_failures();
  run_checked(3, 2, GetParam().body);
}

INSTANTIATE_TEST_SUITE_P(memory, checked_memory, testing::ValuesIn(memory_cases()),
                         [](auto const& c) { return std::string(c.param.name); });

TEST(checked_memory_only, freed_and_neighbouring_memory_is_found) {
  run_checked(2, 1, [] {
    for (int p = 0; p < skua::places(); ++p) {
      auto const a = skua::allocate<long>(p, 10);
      auto const b = skua::allocate<long>(p, 10);
      b[0] = 7;
      CHECK(throws<skua::error>([&] { (void)a[10].get(); }, "are not within one block in use"));
      CHECK(throws<skua::error>([&] { a[-1] = 1; }, "are not within one block in use"));
      CHECK(throws<skua::error>([&] { skua::put(a, std::vector<long>(11, 1)).get(); },
                                "the nearest block below it is 80 bytes"));
      SAME(b[0].get(), 7L);
      skua::deallocate(b);
      CHECK(throws<skua::error>([&] { (void)b[0].get(); }, "are not within one block in use"));
      CHECK(throws<skua::error>([&] { (void)skua::global_atomic<long>(b).fetch_add(1); },
                                "are not within one block in use"));
      CHECK(throws<skua::error>([&] { skua::finish([&] { skua::global_atomic<long>(b).add(1); }); },
                                "are not within one block in use"));
      CHECK(throws<skua::error>([&] { skua::copy(b, a, 3).get(); }, "are not within one block in use"));
      skua::deallocate(a);
    }
    skua::global_ptr<long> past;
    skua::finish([&past] { past = skua::shared_var<long>(7).pointer(); });
    CHECK(throws<skua::error>([&] { (void)past[0].get(); }, "are not within one block in use"));
  });
}

TEST(checked_memory_only, giving_back_twice_ends_the_run) {
  skua::runtime program{{.workers = 1, .places = 2, .transport = "inproc"}};
  try {
    program.run([] {
      auto const p = skua::allocate<int>(1, 1);
      skua::deallocate(p);
      skua::deallocate(p);
    });
    FAIL() << "the second release was not reported";
  } catch (std::exception const& e) {
    EXPECT_NE(std::string(e.what()).find("place 1 has no block at offset"), std::string::npos) << e.what();
  }
}

TEST(memory_settings, a_block_is_smaller_than_the_memory_of_a_process) {
  skua::runtime program{skua::options{.workers = 1}};
  program.run([] {
    EXPECT_THROW((void)skua::allocate<char>(skua::transport::segment::usual_memory(1)), skua::bad_global_alloc);
  });
}

TEST(memory_settings, the_size_of_a_place_can_be_set) {
  skua::runtime program{{.workers = 1, .places = 2, .transport = "inproc", .memory_bytes = 1 << 20}};
  program.run([] {
    for (int p = 0; p < 2; ++p) {
      auto const a = skua::allocate<char>(p, 900'000);
      EXPECT_THROW((void)skua::allocate<char>(p, 200'000), skua::bad_global_alloc);
      skua::deallocate(a);
      auto const b = skua::allocate<char>(p, 1'000'000);
      skua::deallocate(b);
    }
  });
}

}  // namespace
}  // namespace place_test
