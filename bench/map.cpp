// SPDX-FileCopyrightText: 2026 The Skua authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// map/…: operations of two workers on a shared_map of one place, beside those on a
// tbb::concurrent_hash_map. places/map: over two places, beside tasks that the program sends.
#include <skua/memory/shared_map.hpp>
#include <skua/skua.hpp>

#if SKUA_BENCH_TBB
#include <tbb/concurrent_hash_map.h>
#include <tbb/parallel_invoke.h>

#include "support/tbb.hpp"
#endif

#include <random>
#include <span>
#include <string>

#include "support/places.hpp"
#include "support/skua.hpp"

namespace bench {
namespace {

enum class map_operation { find, update, insert };
using map_keys = std::vector<std::uint64_t>;
using counts = skua::shared_map<std::uint64_t, std::uint64_t>;

void add_one(std::uint64_t& value) { ++value; }

struct skua_map {
  counts map;
  std::uint64_t find(std::uint64_t key) { return map.get(key).value_or(0); }
  void update(std::uint64_t key) {
    map.update(key, [](std::uint64_t& value) { ++value; });
  }
  void insert(std::uint64_t key) { map.insert(key, 1); }
  std::size_t size() { return map.size(); }
  template <class F>
  static void in_parallel(F const& first, F const& second) {
    skua::invoke(first, second);
  }
};

#if SKUA_BENCH_TBB
struct tbb_map {
  using counts = tbb::concurrent_hash_map<std::uint64_t, std::uint64_t>;
  counts map;
  std::uint64_t find(std::uint64_t key) {
    counts::const_accessor element;
    return map.find(element, key) ? element->second : 0;
  }
  void update(std::uint64_t key) {
    counts::accessor element;
    map.insert(element, key);
    ++element->second;
  }
  void insert(std::uint64_t key) { map.insert({key, 1}); }
  std::size_t size() { return map.size(); }
  template <class F>
  static void in_parallel(F const& first, F const& second) {
    tbb::parallel_invoke(first, second);
  }
};
#endif

/// Calls the operation for some of the keys.
template <class Map>
struct applying {
  map_operation operation;
  Map& map;
  std::span<std::uint64_t const> keys;
  void operator()() const {
    std::uint64_t sum = 0;
    for (std::uint64_t const key : keys) {
      if (operation == map_operation::find) sum += map.find(key);
      if (operation == map_operation::update) map.update(key);
      if (operation == map_operation::insert) map.insert(key);
    }
    require(operation != map_operation::find || sum == keys.size(), "a key was not found");
  }
};

/// Seconds of the operation by two threads, half of the keys each, on a map that has the keys of
/// `present` with the value 1.
template <class Map>
double seconds_of_map(map_operation operation, map_keys const& keys, map_keys const& present) {
  Map map;
  for (std::uint64_t const key : present) map.insert(key);
  std::span const all(keys);
  double const seconds = wall_seconds([&] {
    Map::in_parallel(applying<Map>{operation, map, all.first(all.size() / 2)},
                     applying<Map>{operation, map, all.subspan(all.size() / 2)});
  });
  require(map.size() == (operation == map_operation::insert ? keys : present).size(), "a map has another size");
  return seconds;
}

void measure_map(benchmark::State& state, map_operation operation, std::size_t elements) {
  if (skipped_on_one_cpu(state)) return;
  std::mt19937_64 random(elements);
  map_keys present(elements);
  for (std::uint64_t& key : present) key = random();
  map_keys keys = present;
  if (operation == map_operation::insert) {
    present.clear();
  } else {
    keys.resize((std::max)(elements, size(std::size_t{2'000'000}, std::size_t{20'000})));
    for (std::uint64_t& key : keys) key = present[random() % elements];
  }
  auto const ns = 1e9 / static_cast<double>(keys.size());
  skua::runtime place{workers(2)};
  report_rounds(state, size(9, 1), [&](int) {
    figures f;
    f["ns"] = ns * place.run([&] { return seconds_of_map<skua_map>(operation, keys, present); });
#if SKUA_BENCH_TBB
    wait_until_idle();
    f["tbb_ns"] = ns * tbb_runtime::run(2, [&] { return seconds_of_map<tbb_map>(operation, keys, present); });
    f["to_tbb"] = f["ns"] / f["tbb_ns"];
    wait_until_idle();
#endif
    f[time_figure] = f["ns"] / ns;
    return f;
  });
}

/// What a program writes without shared_map: a table at each place, and tasks that add to it.
using own_counts = skua::place_local<map_keys>;

figures over_places() {
  skua::runtime job{places(2)};
  return job.run([] {
    figures f;
    counts const map;
    own_counts const table(std::size_t{1024}, std::uint64_t{0});
    map_keys near, far;
    for (std::uint64_t key = 0; near.size() < 1024 || far.size() < 1024; ++key)
      (map.place_of(key) == 0 ? near : far).push_back(key);
    auto const n = size(std::size_t{300'000}, std::size_t{3'000});
    auto const ns_per_call = [n](auto const& call) {
      return median(take_samples({size(9, 1), 1}, [&](int) {
        return 1e9 / static_cast<double>(n) * wall_seconds([&] {
                 skua::finish([&] {
                   for (std::size_t i = 0; i < n; ++i) call(i % 1024);
                 });
               });
      }));
    };
    f["near_update_ns"] = ns_per_call([&](std::size_t i) { map.update(near[i], add_one); });
    f["far_update_ns"] = ns_per_call([&](std::size_t i) { map.update(far[i], add_one); });
    f["spawn_ns"] = ns_per_call([&](std::size_t i) { skua::spawn(skua::on(1), [table, i] { ++(*table)[i]; }); });
    f["to_spawn"] = f["far_update_ns"] / f["spawn_ns"];
    std::uint64_t sum = 0;
    int const calls = size(20'000, 200);
    put_latencies(f, "far_get", take_samples({calls, calls / 10}, [&](int i) {
                    return static_cast<double>(nanoseconds_of(
                        [&] { sum += map.get(far[static_cast<std::size_t>(i + calls) % 1024]).value(); }));
                  }));
    require(sum > 0, "no value was found");
    skua::sum<std::uint64_t> total;
    map.for_each([total](std::uint64_t, std::uint64_t value) { total += value; });
    require(total.get() == 2 * n * static_cast<std::size_t>(size(10, 2)), "updates are missing");
    return f;
  });
}

}  // namespace

void add_map(suite& registry) {
  struct named_operation {
    char const* name;
    map_operation operation;
  };
  for (auto const [name, operation] : {named_operation{"find", map_operation::find},
                                       {"update", map_operation::update},
                                       {"insert", map_operation::insert}}) {
    for (std::size_t const elements : {std::size_t{10'000}, size(std::size_t{1'000'000}, std::size_t{20'000})}) {
      registry.add(
          std::string("map/") + name + "/" + std::to_string(elements),
          [operation, elements](benchmark::State& state) { measure_map(state, operation, elements); },
          {at_most("to_tbb", 1.2)}, 1);
    }
  }
  add_places_case(registry, "places/map", over_places, {at_most("to_spawn", 1.1)});
}

}  // namespace bench
