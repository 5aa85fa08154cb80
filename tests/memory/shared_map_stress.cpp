// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shared_map: all operations at once on few keys and on many, at one place and at three. Each key
// has an account: what the operations have added must be what is left at the end.
#include <gtest/gtest.h>

#include <cstdint>

#include <skua/memory/shared_map.hpp>

#include "remote/cases.hpp"

namespace place_test {
namespace {

using text_map = skua::shared_map<std::string, long>;

std::string name_of(long key) { return std::string(static_cast<std::size_t>(key % 40), 'k') + std::to_string(key); }

/// Even keys are only added to; odd keys come and go.
void work(text_map map, long keys, unsigned dice, skua::sum<long> added) {
  for (int i = 0; i < fewer(20'000, 2'000); ++i) {
    dice = dice * 1664525u + 1013904223u;
    long const key = static_cast<long>(dice >> 8) % keys;
    if (key % 2 == 0) {
      map.update(name_of(key), [](long& x) { ++x; });
      added += 1;
    } else if ((dice & 3) == 0) {
      map.erase(name_of(key));
    } else if ((dice & 3) == 1) {
      map.insert(name_of(key), -key);
    } else if ((dice & 3) == 2) {
      map.insert_or_assign(name_of(key), -key);
    } else {
      CHECK(map.get(name_of(key)).value_or(-key) == -key);
    }
  }
}

void stress(int places, int workers, char const* transport) {
  take_failures();
  skua::runtime program{{.workers = workers, .places = places, .transport = transport}};
  program.run([] {
    for (long const keys : {2L, 30L, 5'000L}) {
      text_map const map;
      skua::sum<long> added, left_over;
      skua::finish([=] {
        for (int p = 0; p < skua::places(); ++p) {
          for (unsigned t = 0; t < 4; ++t) {
            skua::spawn(skua::on(p), [=] { work(map, keys, t * 7919 + static_cast<unsigned>(p), added); });
          }
        }
      });
      map.for_each([left_over](std::string const&, long const& x) { left_over += x > 0 ? x : 0; });
      SAME(left_over.get(), added.get());
    }
  });
  EXPECT_EQ(take_failures(), 0);
}

TEST(shared_map_stress, one_place) { stress(1, 4, "inproc"); }
TEST(shared_map_stress, three_places_in_process) { stress(3, 2, "inproc"); }

}  // namespace
}  // namespace place_test
