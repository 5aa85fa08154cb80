// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shared_map in the memory of one place, at many simulated places, and the misuse that ends the
// program.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <unordered_map>

#include <skua/memory/shared_map.hpp>

#include "remote/cases.hpp"
#include "support/task_test.hpp"

namespace {

using counts = skua::shared_map<std::uint64_t, std::uint64_t>;

/// A worse hash than any: every key begins at the same position.
struct constant_hash {
  std::size_t operator()(int) const { return 7; }
};

TASK_TEST(shared_map, agrees_with_unordered_map) {
  counts const map;
  std::unordered_map<std::uint64_t, std::uint64_t> expected;
  std::uint64_t dice = 1;
  for (int i = 0; i < 200'000; ++i) {
    dice = dice * 6364136223846793005u + 1442695040888963407u;
    std::uint64_t const key = (dice >> 40) % 5000 << 32, value = dice >> 50;
    switch ((dice >> 33) % 5) {
      case 0:
        map.insert(key, value);
        expected.emplace(key, value);
        break;
      case 1:
        map.insert_or_assign(key, value);
        expected[key] = value;
        break;
      case 2:
        map.update(key, [value](std::uint64_t& x) { x += value; });
        expected[key] += value;
        break;
      default:
        map.erase(key);
        expected.erase(key);
    }
  }
  EXPECT_EQ(map.size(), expected.size());
  for (std::uint64_t key = 0; key < 5000; ++key) {
    auto const entry = expected.find(key << 32);
    ASSERT_EQ(map.find(key << 32).get(), entry != expected.end() ? std::optional(entry->second) : std::nullopt);
  }
  std::size_t n = 0;
  map.local().for_each([&](std::uint64_t key, std::uint64_t value) {
    ++n;
    EXPECT_EQ(expected.at(key), value);
  });
  EXPECT_EQ(n, expected.size());
}

TASK_TEST(shared_map, keeps_keys_with_equal_hashes_apart) {
  skua::shared_map<int, int, constant_hash> const map;
  for (int key = 0; key < 100; ++key) map.insert(key, key * key);
  for (int key = 0; key < 100; key += 3) map.erase(key);
  for (int key = 0; key < 100; ++key) EXPECT_EQ(map.get(key), key % 3 != 0 ? std::optional(key * key) : std::nullopt);
}

TASK_TEST(shared_map, grows_while_all_tasks_update_it) {
  static constexpr std::uint64_t keys = 30'000, tasks = 12;
  counts const map;
  skua::finish([map] {
    for (std::uint64_t t = 0; t < tasks; ++t) {
      skua::spawn([map, t] {
        for (std::uint64_t k = 0; k < keys; ++k) map.update((k * 7919 + t) % keys, [](std::uint64_t& x) { ++x; });
      });
    }
  });
  EXPECT_EQ(map.size(), keys);
  skua::sum<std::uint64_t> wrong;
  map.for_each([wrong](std::uint64_t, std::uint64_t const& x) { wrong += x == tasks ? 0u : 1u; });
  EXPECT_EQ(wrong.get(), 0u);
}

TASK_TEST(shared_map, finds_what_its_loop_spawns_for) {
  counts const map;
  for (std::uint64_t k = 0; k < 1000; ++k) map.insert(k, k);
  skua::sum<std::uint64_t> total;
  map.for_each([=](std::uint64_t key, std::uint64_t&) {
    skua::yield();
    skua::spawn([=] { total += map.get(key).value(); });
  });
  EXPECT_EQ(total.get(), 499'500u);
}

TEST(shared_map, at_64_simulated_places) {
  for (int seed = 1; seed <= (place_test::sanitized ? 1 : 4); ++seed) {
    std::string const world =
        "places=64,workers=2,jitter=3,seed=" + std::to_string(seed) + (seed % 2 == 0 ? ",mpi=1" : "");
    SCOPED_TRACE(world);
    skua::runtime program{{.sim = world}};
    program.run([] {
      static constexpr std::uint64_t keys = 300;
      counts const map;
      skua::finish([map] {
        for (int p = 0; p < skua::places(); ++p) {
          skua::spawn(skua::on(p), [map, p] {
            for (std::uint64_t k = 0; k < 30; ++k)
              map.update((k * 97 + static_cast<unsigned>(p)) % keys, [](std::uint64_t& x) { ++x; });
            std::uint64_t const own = 1000 + static_cast<unsigned>(p);
            map.insert(own, 1);
            map.insert_or_assign(own, own);
            EXPECT_EQ(map.get(own), own);
          });
        }
      });
      skua::sum<std::uint64_t> total;
      map.for_each([total](std::uint64_t key, std::uint64_t const& x) { total += key < keys ? x : 0; });
      EXPECT_EQ(total.get(), 64u * 30);
      EXPECT_EQ(map.size(), keys + 64);
    });
  }
}

struct shared_map_contract : testing::Test {
  shared_map_contract() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
};

TEST_F(shared_map_contract, only_a_task_makes_it) {
  EXPECT_DEATH(counts(), "the constructor of shared_map was called outside a task");
  EXPECT_DEATH((void)skua::run([] { counts const map{skua::place_set()}; }), "found an empty place_set");
}

TEST_F(shared_map_contract, update_does_not_wait) {
  char const* const message = "the function of update waits; it runs under the lock of its element";
  EXPECT_DEATH((void)skua::run([] {
                 counts const map;
                 map.update(1, [](std::uint64_t&) { skua::sleep_for(std::chrono::milliseconds(1)); });
               }),
               message);
  EXPECT_DEATH((void)skua::run([] {
                 counts const map;
                 map.update(1, [](std::uint64_t& x) {
                   skua::event never;
                   never.wait();
                   ++x;
                 });
               }),
               message);
  EXPECT_DEATH((void)skua::run([] {
                 counts const map;
                 map.update(1, [map](std::uint64_t& x) { x = map.get(1).value_or(0); });
               }),
               "the function of update uses the map that it is called by");
}

}  // namespace
