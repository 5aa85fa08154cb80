// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shared_map over any number of places.
#include <skua/memory/shared_map.hpp>

#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "remote/cases.hpp"

namespace {

using namespace place_test;
using counts = skua::shared_map<long, long>;

void add_one(long& value) { ++value; }

static_assert(sizeof(counts) == 8 && std::is_trivially_copyable_v<counts>);
// The result of a find is accepted without a task, which would take 100 us.
static_assert(skua::wire::trivially_serializable<std::optional<long>>);

PLACE_CASE(map_counts_exactly_while_it_grows) {
  static constexpr long keys = fewer(2000, 300), tasks = 3;
  counts const visits;
  SAME(visits.size(), 0u);
  skua::finish([visits] {
    for (int p = 0; p < skua::places(); ++p) {
      for (long t = 0; t < tasks; ++t) {
        skua::spawn(skua::on(p), [visits, t] {
          for (long k = 0; k < keys; ++k) {
            visits.update((k + 700 * t) % keys * 64, [t](long& n) { n += t + 1; });
            if (k % 64 == 0) skua::yield();
          }
        });
      }
    }
  });
  SAME(visits.size(), static_cast<std::size_t>(keys));
  skua::sum<long> total, elements;
  visits.for_each([total, elements, visits](long const& key, long& n) {
    SAME(key % 64, 0L);
    SAME(visits.place_of(key), skua::here());
    SAME(n, 6L * skua::places());
    total += n;
    elements += 1;
  });
  SAME(total.get(), 6L * skua::places() * keys);
  SAME(elements.get(), keys);
}

PLACE_CASE(map_operations_of_a_task_keep_their_order) {
  counts const map;
  skua::finish([map] {
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), [map, p] {
        for (long i = 0; i < fewer(60, 20); ++i) {
          long const key = p + skua::places() * (i % 7);
          map.insert_or_assign(key, i);
          map.insert(key, -1);
          auto assigned = map.find(key);
          map.update(key, add_one);
          auto updated = map.find(key);
          map.erase(key);
          auto erased = map.find(key);
          map.insert(key, i + 2);
          SAME(map.get(key).value_or(-1), i + 2);
          SAME(assigned.get().value_or(-1), i);
          SAME(updated.get().value_or(-1), i + 1);
          CHECK(!erased.get().has_value());
        }
      });
    }
  });
  SAME(map.size(), static_cast<std::size_t>(7 * skua::places()));
}

PLACE_CASE(map_holds_strings_and_vectors) {
  using index = skua::shared_map<std::string, std::vector<int>>;
  static constexpr int words = fewer(200, 40);
  index const positions;
  skua::finish([positions] {
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(
          skua::on(p),
          [p](index const& map) {  // a handle as an argument
            for (int w = 0; w < words; ++w)
              map.update("word number " + std::to_string(w),
                         [p](std::vector<int>& found_at) { found_at.push_back(p); });
          },
          positions);
    }
  });
  SAME(positions.size(), static_cast<std::size_t>(words));
  for (int w = 0; w < words; ++w) {
    auto const writers = positions.get("word number " + std::to_string(w));
    CHECK(writers.has_value() && writers->size() == static_cast<std::size_t>(skua::places()));
    if (w % 2 == 0) positions.erase("word number " + std::to_string(w));
  }
  SAME(positions.size(), static_cast<std::size_t>(words / 2));
  CHECK(!positions.get("word number 0").has_value());
  CHECK(!positions.get("").has_value());
}

/// Copies, hashes and messages of the value 13 throw.
struct fragile {
  int number = 0;
  explicit fragile(int n = 0) : number(n) {}
  fragile(fragile const& other) : number(other.number) { refuse(); }
  fragile(fragile&&) noexcept = default;
  fragile& operator=(fragile&&) noexcept = default;
  void refuse() const {
    if (number == 13) throw std::runtime_error("thirteen");
  }
  template <class Archive>
  void serialize(Archive& archive) {
    archive(number);
    if (Archive::reading && number == 14) throw std::out_of_range("fourteen");
  }
};
struct unlucky_hash {
  std::size_t operator()(int key) const {
    return key != 13 ? static_cast<std::size_t>(key) : throw std::runtime_error("hash of thirteen");
  }
};

PLACE_CASE(map_passes_exceptions_on) {
  using map_type = skua::shared_map<int, fragile, unlucky_hash>;
  for (int key = 0; key < 10; ++key) {
    map_type const map;
    bool const is_own = map.place_of(key) == skua::here();
    CHECK(throws<std::domain_error>(
        [&] {
          skua::finish([&] {
            map.update(key, [](fragile& value) {
              value.number = 5;
              throw std::domain_error("from update");
            });
          });
        },
        "from update"));
    CHECK(!map.get(key).has_value());  // not added
    map.update(key, [](fragile& value) { value.number = 13; });
    CHECK(throws<std::runtime_error>([&] { (void)map.find(key).get(); }, "thirteen"));
    CHECK(throws<std::runtime_error>([&] { skua::finish([&] { map.erase(13); }); }, "hash of thirteen"));
    map.erase(key);
    if (!is_own)
      CHECK(throws<std::out_of_range>([&] { skua::finish([&] { map.insert(key, fragile(14)); }); }, "fourteen"));
    SAME(map.size(), 0u);
    map.insert(key, fragile(6));
    SAME(map.get(key).value_or(fragile(0)).number, 6);
  }
}

PLACE_CASE(map_over_a_set_of_places) {
  skua::place_set const members({0, last_place()});
  counts const map(members);
  skua::finish([map, members = members.size()] {
    for (int p = 0; p < skua::places(); ++p) {
      skua::spawn(skua::on(p), [map] {
        for (long k = 0; k < 100; ++k) map.update(k, add_one);
      });
    }
  });
  SAME(map.size(), 100u);
  std::size_t elements = 0;
  for (int p = 0; p < skua::places(); ++p) {
    elements += skua::at(p, [map] {
      std::size_t n = 0;
      auto const own = map.local();
      own.for_each([&](long const& key, long const& value) {
        SAME(value, static_cast<long>(skua::places()));
        SAME(map.place_of(key), skua::here());
        CHECK(own.find(key) == &value);
        ++n;
      });
      SAME(own.size(), n);
      CHECK((n != 0) == (skua::here() == 0 || skua::here() == last_place()));
      CHECK(own.find(-1) == nullptr);
      return n;
    });
  }
  SAME(elements, 100u);
}

PLACE_CASE(map_in_a_cancelled_scope) {
  counts const map;
  long const far_key = [&] {
    long key = 0;
    while (map.place_of(key) != last_place()) ++key;
    return key;
  }();
  skua::finish([&] {
    skua::cancel();
    map.update(far_key, add_one);
    if (last_place() != 0) CHECK(throws<skua::cancelled_error>([&] { (void)map.find(far_key).get(); }));
  });
  SAME(map.get(far_key).has_value(), last_place() == 0);
}

/// Counts its objects, except in messages.
long living = 0;
struct counted {
  counted() noexcept { __atomic_fetch_add(&living, 1, __ATOMIC_RELAXED); }
  counted(counted const&) noexcept : counted() {}
  counted& operator=(counted const&) = default;
  ~counted() { __atomic_fetch_sub(&living, 1, __ATOMIC_RELAXED); }
  template <class Archive>
  void serialize(Archive&) {}
};

PLACE_CASE(map_ends_with_its_scope) {
  for (int k = 0; k < fewer(10, 3); ++k) {
    skua::finish([] {
      skua::shared_map<std::string, counted> const map;
      skua::finish([map] {
        for (int i = 0; i < 300; ++i) map.insert(std::to_string(i), counted());
        for (int i = 0; i < 300; i += 3) map.erase(std::to_string(i));
      });
      SAME(map.size(), 200u);
    });
  }
  // At other places a task may still destroy the parts.
  for (int p = 0; p < skua::places(); ++p)
    CHECK(comes_true([p] { return skua::at(p, [] { return __atomic_load_n(&living, __ATOMIC_RELAXED) == 0; }); }));
}

}  // namespace
